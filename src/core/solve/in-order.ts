/**
 * The results of calls that run at the same time, in the order of the calls. A call that fails holds up none of the
 * others: the first failure is thrown after everything that came.
 */
export async function* inOrder<Result>(calls: readonly Promise<Result>[]): AsyncGenerator<Result, void> {
  const settled = calls.map((call) => call.then((result) => ({ result }), (thrown: unknown) => ({ thrown })));
  let failure: { readonly thrown: unknown } | undefined;
  for (const each of settled) {
    const end = await each;
    if ("result" in end) yield end.result;
    else failure ??= end;
  }
  if (failure !== undefined) throw failure.thrown;
}
