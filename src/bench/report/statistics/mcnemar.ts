/** ln(n!) for n = 0, 1, ..., grown as needed. */
const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1) logFactorials.push(logFactorials[next - 1]! + Math.log(next));
  return logFactorials[n]!;
}

/**
 * Exact McNemar test, two-sided: the probability, were both methods equally good, of a split of the discordant pairs at least as
 * uneven as this one (binomial with 1/2, doubled smaller tail, at most 1).
 * @param onlyFirst problems that the first method alone got right
 */
export function exactMcNemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond;
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k += 1) tail += Math.exp(logFactorial(pairs) - logFactorial(k) - logFactorial(pairs - k) - pairs * Math.LN2);
  return Math.min(1, 2 * tail);
}
