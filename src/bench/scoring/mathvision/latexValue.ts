/** Longer texts are no final answers. */
const MAX_LENGTH = 400;

/**
 * The value of a LaTeX expression in numbers, `\pi`, `\frac`, `\sqrt`, powers, products and sums; null where anything else stands in it.
 * @param strict as the official parser is understood: a fraction needs both braces, dollar signs do not matter, a colon divides.
 */
export function latexValue(source: string, strict: boolean): number | null {
  if (source.length > MAX_LENGTH) return null;
  const tokens = (strict ? source.replaceAll("$", "") : source).replaceAll("\\displaystyle", "").match(/\\[a-zA-Z]+|\d+(?:\.\d*)?|\.\d+|\S/g) ?? [];
  try {
    const reader = new Reader(tokens, strict);
    const value = reader.sum();
    return (reader.done || (strict && reader.stopped)) && Number.isFinite(value) ? value : null;
  } catch (thrown) {
    if (thrown instanceof Unreadable) return null;
    throw thrown;
  }
}

class Unreadable extends Error {}

class Reader {
  private at = 0;

  constructor(
    private readonly tokens: string[],
    private readonly strict: boolean,
  ) {}

  get done(): boolean {
    return this.at === this.tokens.length;
  }

  /** The official parser reads up to a brace that closes nothing, or a full stop. */
  get stopped(): boolean {
    return this.peek === "}" || this.peek === ".";
  }

  sum(): number {
    let value = this.product();
    for (;;) {
      if (this.take("+")) value += this.product();
      else if (this.take("-")) value -= this.product();
      else return value;
    }
  }

  private product(): number {
    let value = this.signed();
    for (;;) {
      if (this.take("*", "\\times", "\\cdot")) value *= this.signed();
      else if (this.take("/", "\\div") || (this.strict && this.take(":"))) value /= this.signed();
      else if (this.startsFactor()) value *= this.power();
      else return value;
    }
  }

  private signed(): number {
    if (this.take("-")) return -this.signed();
    if (this.take("+")) return this.signed();
    return this.power();
  }

  private power(): number {
    const base = this.atom();
    return this.take("^") ? base ** (this.peek === "{" ? this.group("{", "}") : this.take("-") ? -this.atom() : this.atom()) : base;
  }

  private atom(): number {
    const token = this.peek;
    if (token === "(") return this.group("(", ")");
    if (token === "{") return this.group("{", "}");
    this.at += 1;
    if (token !== undefined && /^[\d.]/.test(token) && token !== ".") return Number(token);
    if (token === "\\pi" || (token === "π" && !this.strict)) return Math.PI;
    if (token === "\\frac") return this.argument() / this.argument();
    if (token === "\\sqrt") return this.root();
    throw new Unreadable();
  }

  private root(): number {
    const index = this.peek === "[" ? this.group("[", "]") : 2;
    const value = this.argument();
    return value < 0 && index % 2 === 1 ? -((-value) ** (1 / index)) : value ** (1 / index);
  }

  /** `\frac12` takes one digit each. */
  private argument(): number {
    if (this.peek === "{") return this.group("{", "}");
    const token = this.peek;
    if (this.strict || token === undefined || !/^\d+$/.test(token)) throw new Unreadable();
    if (token.length === 1) {
      this.at += 1;
      return Number(token);
    }
    this.tokens[this.at] = token.slice(1);
    return Number(token[0]);
  }

  private group(open: string, close: string): number {
    if (!this.take(open)) throw new Unreadable();
    const value = this.sum();
    if (!this.take(close)) throw new Unreadable();
    return value;
  }

  private startsFactor(): boolean {
    const token = this.peek;
    return token !== undefined && (/^(?:\(|\{|\\pi|\\frac|\\sqrt)$/.test(token) || /^\d/.test(token) || (token === "π" && !this.strict));
  }

  private get peek(): string | undefined {
    return this.tokens[this.at];
  }

  private take(...wanted: readonly string[]): boolean {
    if (this.peek === undefined || !wanted.includes(this.peek)) return false;
    this.at += 1;
    return true;
  }
}
