import type { Expression } from "./expression";
import { functionNamed, tokenize } from "./tokens";
import type { Token } from "./tokens";

const MAX_DEPTH = 60;
const MAX_LENGTH = 1500;

/** Thrown inside the parser only. */
class Unparsable extends Error {}

/**
 * Reads plain math text ("2(x+1)", "-1 + exp(16)", "11 5/6", "sin^2 x", "3!", "|x|"). Implicit
 * products bind like written ones; a mixed number is a sum. `undefined` for anything else, for
 * words side by side, and for texts beyond 1500 characters, 400 tokens or 60 levels.
 */
export function parseExpression(text: string): Expression | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens = tokenize(joinMixedNumbers(text));
  if (tokens === undefined || tokens.length === 0) return undefined;
  try {
    const parser = new Parser(tokens);
    const expression = parser.sum();
    return parser.atEnd() ? expression : undefined;
  } catch (thrown) {
    if (thrown instanceof Unparsable) return undefined;
    throw thrown;
  }
}

/** "11 5/6" becomes (11+5/6). */
const joinMixedNumbers = (text: string): string =>
  text.replace(/(^|[^\d./^])(\d{1,15})\s+(\d{1,15})\s*\/\s*(\d{1,15})(?![\d.^])/g, (all, before: string, whole: string, top: string, bottom: string) =>
    BigInt(top) < BigInt(bottom) ? `${before}(${whole}+${top}/${bottom})` : all,
  );

const operation = (operator: "+" | "-" | "*" | "/" | "^", left: Expression, right: Expression): Expression => ({ type: "operation", operator, left, right });
const zero: Expression = { type: "number", value: { n: 0n, d: 1n }, text: "0" };

class Parser {
  private position = 0;
  private depth = 0;
  private bars = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  atEnd(): boolean {
    return this.position >= this.tokens.length;
  }

  private peek(offset = 0): Token | undefined {
    return this.tokens[this.position + offset];
  }

  private isSign(text: string): boolean {
    const token = this.peek();
    return token?.type === "sign" && token.text === text;
  }

  private take(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.position += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Unparsable();
  }

  sum(): Expression {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Unparsable();
    let left = this.product();
    for (;;) {
      if (this.take("+")) left = operation("+", left, this.product());
      else if (this.take("-")) left = operation("-", left, this.product());
      else break;
    }
    this.depth -= 1;
    return left;
  }

  private product(): Expression {
    let left = this.signed();
    for (;;) {
      if (this.take("*")) left = operation("*", left, this.signed());
      else if (this.take("/")) left = operation("/", left, this.signed());
      else if (this.startsFactor()) left = this.implicit(left);
      else return left;
    }
  }

  /** A product without a sign: not between two numbers, and not with a word. */
  private implicit(left: Expression): Expression {
    const before = this.tokens[this.position - 1];
    const next = this.peek();
    if (next?.type === "number" && (before?.type === "number" || before?.type === "name" || next.spaced)) throw new Unparsable();
    if (isWord(before) || isWord(next)) throw new Unparsable();
    return operation("*", left, this.powered());
  }

  private startsFactor(): boolean {
    const token = this.peek();
    if (token === undefined) return false;
    if (token.type !== "sign") return true;
    return token.text === "(" || token.text === "√" || (token.text === "|" && this.bars === 0);
  }

  private signed(): Expression {
    let negative = false;
    for (let count = 0; this.isSign("-") || this.isSign("+"); count += 1) {
      if (count > 8) throw new Unparsable();
      if (this.isSign("-")) negative = !negative;
      this.position += 1;
    }
    const factor = this.powered();
    return negative ? operation("-", zero, factor) : factor;
  }

  private powered(): Expression {
    const base = this.postfix();
    if (!this.take("^")) return base;
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Unparsable();
    const exponent = this.signed();
    this.depth -= 1;
    return operation("^", base, exponent);
  }

  private postfix(): Expression {
    let value = this.primary();
    for (;;) {
      if (this.take("!")) value = { type: "call", name: "factorial", args: [value] };
      else if (this.take("°")) value = { type: "call", name: "degrees", args: [value] };
      else return value;
    }
  }

  private primary(): Expression {
    const token = this.peek();
    if (token === undefined) throw new Unparsable();
    this.position += 1;
    if (token.type === "number") return { type: "number", value: token.value, text: token.text };
    if (token.type === "name") return this.named(token.text);
    if (token.text === "(") {
      const bars = this.bars;
      this.bars = 0;
      const inner = this.sum();
      this.bars = bars;
      this.expect(")");
      return inner;
    }
    if (token.text === "|" && this.bars === 0) {
      this.bars = 1;
      const inner = this.sum();
      this.bars = 0;
      this.expect("|");
      return { type: "call", name: "abs", args: [inner] };
    }
    if (token.text === "√") return { type: "call", name: "sqrt", args: [this.postfix()] };
    throw new Unparsable();
  }

  private named(text: string): Expression {
    const known = functionNamed(text);
    if (known !== undefined) return this.applied(known);
    const based = /^log_?\(?([\p{L}\d]+)\)?$/u.exec(text);
    if (based !== null) {
      const base = parseExpression(based[1]!);
      if (base === undefined) throw new Unparsable();
      return { type: "call", name: "logTo", args: [base, this.argument()] };
    }
    if (/^[fghFGH]'*$/.test(text) && this.isSign("(")) return { type: "call", name: text, args: this.argumentsInBrackets() };
    return { type: "symbol", name: text };
  }

  private applied(name: string): Expression {
    if (name === "root" || name === "binomial") {
      const args = this.argumentsInBrackets();
      if (args.length !== 2) throw new Unparsable();
      return { type: "call", name, args };
    }
    if (!this.take("^")) return { type: "call", name, args: [this.argument()] };
    const exponent = this.signed();
    // sin^(-1) is the inverse function, any other exponent a power of the result.
    const inverse = exponent.type === "operation" && exponent.operator === "-" && exponent.left === zero && ["sin", "cos", "tan"].includes(name);
    if (inverse) return { type: "call", name: `arc${name}`, args: [this.argument()] };
    return operation("^", { type: "call", name, args: [this.argument()] }, exponent);
  }

  /** What a function applies to: brackets, or the factors up to the next sign or function (sin 2x). */
  private argument(): Expression {
    if (this.isSign("(")) return this.postfix();
    let left = this.take("-") ? operation("-", zero, this.powered()) : this.powered();
    for (;;) {
      const next = this.peek();
      if (next?.type !== "name" || next.word || functionNamed(next.text) !== undefined) return left;
      left = operation("*", left, this.powered());
    }
  }

  private argumentsInBrackets(): Expression[] {
    this.expect("(");
    const args = [this.sum()];
    while (this.take(",")) args.push(this.sum());
    this.expect(")");
    return args;
  }
}

const isWord = (token: Token | undefined): boolean => token?.type === "name" && token.word;
