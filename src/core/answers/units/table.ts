import type { Value } from "../math/value";
import { fraction, multiply } from "../math/value";

/** A unit's meaning: value in base units = number · factor + offset; `dimension` as "length^1 time^-1". */
export interface Unit {
  readonly factor: Value;
  readonly offset?: Value;
  readonly dimension: Readonly<Record<string, number>>;
}

type Entry = readonly [names: string, factor: string, dimension: Readonly<Record<string, number>>, prefixed?: "prefixed"];

const length = { length: 1 };
const mass = { mass: 1 };
const time = { time: 1 };
const area = { length: 2 };
const volume = { length: 3 };
const energy = { mass: 1, length: 2, time: -2 };
const pressure = { mass: 1, length: -1, time: -2 };
const speed = { length: 1, time: -1 };
const voltage = { mass: 1, length: 2, time: -3, current: -1 };
const data = { data: 1 };

/** Factors to metre, gram, second, ampere, kelvin, mole, candela, degree of angle, bit; exact by definition of the unit. */
const entries: readonly Entry[] = [
  ["m metre meter 米", "1", length, "prefixed"],
  ["公里 千米", "1000", length], ["厘米", "0.01", length], ["毫米", "0.001", length],
  ["Å angstrom angstroms", "1e-10", length],
  ["in inch inches", "0.0254", length], ["ft foot feet", "0.3048", length], ["yd yds yard", "0.9144", length], ["mi mile", "1609.344", length],
  ["ly lightyear", "9460730472580800", length], ["au AU", "149597870700", length], ["nmi", "1852", length],
  ["g gram gramme gm 克", "1", mass, "prefixed"], ["千克 公斤 kilo kgs", "1000", mass], ["斤", "500", mass], ["tonne ton 吨", "1000000", mass],
  ["lb lbs pound", "453.59237", mass], ["oz ounce", "28.349523125", mass], ["amu Da", "1.66053906660e-24", mass],
  ["s sec second 秒", "1", time, "prefixed"], ["min mins minute 分钟 分", "60", time], ["h hr hrs hour 小时 时", "3600", time], ["day 天", "86400", time], ["wk week 周", "604800", time], ["month", "2629746", time], ["yr yrs year 年", "31556952", time],
  ["L l ℓ litre liter 升", "0.001", { length: 3 }, "prefixed"], ["毫升 cc", "0.000001", { length: 3 }], ["gal gallon", "0.003785411784", volume],
  ["ha hectare 公顷", "10000", area], ["acre", "4046.8564224", area],
  ["mph", "0.44704", speed], ["kph kmh kmph", "0.27777777777777777777777777777777777777", speed], ["knot", "0.514444444444444444", speed], ["mps", "1", speed], ["fps", "0.3048", speed],
  ["K kelvin", "1", { temperature: 1 }, "prefixed"],
  ["N newton", "1000", { mass: 1, length: 1, time: -2 }, "prefixed"], ["dyn dyne", "0.01", { mass: 1, length: 1, time: -2 }], ["lbf", "4448.2216152605", { mass: 1, length: 1, time: -2 }],
  ["J joule", "1000", energy, "prefixed"], ["eV", "1.602176634e-16", energy, "prefixed"], ["cal calorie", "4184", energy, "prefixed"], ["Wh", "3600000", energy, "prefixed"], ["erg", "0.0001", energy],
  ["W watt", "1000", { mass: 1, length: 2, time: -3 }, "prefixed"], ["hp horsepower", "745699.87158227022", { mass: 1, length: 2, time: -3 }],
  ["Pa pascal", "1000", pressure, "prefixed"], ["atm atmosphere", "101325000", pressure], ["bar", "100000000", pressure, "prefixed"], ["mmHg torr Torr", "133322.387415", pressure], ["psi", "6894757.293168", pressure],
  ["A amp ampere amps 安", "1", { current: 1 }, "prefixed"], ["C coulomb", "1", { current: 1, time: 1 }, "prefixed"], ["V volt 伏", "1000", voltage, "prefixed"],
  ["Ω ohm", "1000", { mass: 1, length: 2, time: -3, current: -2 }, "prefixed"], ["kilohm kilohms", "1000000", { mass: 1, length: 2, time: -3, current: -2 }], ["megohm megohms", "1000000000", { mass: 1, length: 2, time: -3, current: -2 }], ["Nm", "1000", energy], ["F farad", "0.001", { mass: -1, length: -2, time: 4, current: 2 }, "prefixed"], ["H henry", "1000", { mass: 1, length: 2, time: -2, current: -2 }, "prefixed"],
  ["S siemens mho", "0.001", { mass: -1, length: -2, time: 3, current: 2 }, "prefixed"], ["T tesla", "1000", { mass: 1, time: -2, current: -1 }, "prefixed"], ["Wb weber", "1000", { mass: 1, length: 2, time: -2, current: -1 }, "prefixed"],
  ["Hz hertz", "1", { cycle: 1, time: -1 }, "prefixed"], ["rpm", "0.01666666666666666666666666666666666666", { cycle: 1, time: -1 }],
  ["mol mole", "1", { amount: 1 }, "prefixed"], ["M molar", "1000", { amount: 1, length: -3 }], ["cd candela", "1", { light: 1 }], ["lm lumen", "1", { lumen: 1 }], ["lx lux", "1", { lumen: 1, length: -2 }], ["dB decibel", "1", { decibel: 1 }],
  ["° deg degree 度", "1", { angle: 1 }], ["rev revolution turn", "360", { angle: 1 }], ["arcmin arcminute", "0.01666666666666666666666666666666666666", { angle: 1 }], ["arcsec arcsecond", "0.00027777777777777777777777777777777777", { angle: 1 }],
  ["bit", "1", data], ["B byte", "8", data], ["kB KB kilobyte", "8000", data], ["MB megabyte", "8000000", data], ["GB gigabyte", "8000000000", data], ["TB terabyte", "8000000000000", data],
  ["$ USD dollar US$ usd bucks", "1", { dollar: 1 }], ["cent ¢", "0.01", { dollar: 1 }], ["€ EUR euro", "1", { euro: 1 }], ["£ GBP", "1", { sterling: 1 }], ["¥ CNY RMB yuan 元 块钱 人民币", "1", { yuan: 1 }], ["JPY yen 円", "1", { yen: 1 }], ["₹ INR Rs rupee", "1", { rupee: 1 }], ["₩ KRW", "1", { won: 1 }],
];

const prefixes: readonly (readonly [string, string, string])[] = [["da", "deca", "1e1"], ["Y", "yotta", "1e24"], ["Z", "zetta", "1e21"], ["E", "exa", "1e18"], ["P", "peta", "1e15"], ["T", "tera", "1e12"], ["G", "giga", "1e9"], ["M", "mega", "1e6"], ["k", "kilo", "1e3"], ["h", "hecto", "1e2"], ["d", "deci", "1e-1"], ["c", "centi", "1e-2"], ["m", "milli", "1e-3"], ["μ", "micro", "1e-6"], ["u", "micro", "1e-6"], ["n", "nano", "1e-9"], ["p", "pico", "1e-12"], ["f", "femto", "1e-15"], ["a", "atto", "1e-18"]];

function scale(text: string): Value {
  const [digits = "0", exponent = "0"] = text.split("e");
  const [whole = "", decimals = ""] = digits.split(".");
  const power = BigInt(exponent) - BigInt(decimals.length);
  const number = BigInt(whole + decimals);
  return power >= 0n ? { n: number * 10n ** power, d: 1n } : fraction(number, 10n ** -power)!;
}

function build(): Map<string, Unit> {
  const table = new Map<string, Unit>();
  for (const [names, factor, dimension, prefixed] of entries) {
    const base = scale(factor);
    for (const name of names.split(" ")) {
      table.set(name, { factor: base, dimension });
      if (name.length >= 3 && /^[a-z]+$/.test(name)) table.set(`${name}s`, { factor: base, dimension });
      if (prefixed === undefined) continue;
      for (const [short, long, size] of prefixes) {
        const word = name.length >= 3 && /^[a-z]+$/.test(name);
        if (name.codePointAt(0)! > 0x2000 && name !== "ℓ") continue;
        const unit = { factor: multiply(scale(size), base)!, dimension };
        for (const spelled of word ? [`${long}${name}`, `${long}${name}s`, `${short}-${name}`, `${short}-${name}s`, `${short}${name}`, `${short}${name}s`] : [`${short}${name}`]) {
          if (!table.has(spelled)) table.set(spelled, unit);
        }
      }
    }
  }
  const thirds = (n: bigint, d: bigint): Value => ({ n, d });
  table.set("°C", { factor: thirds(1n, 1n), offset: thirds(27315n, 100n), dimension: { temperature: 1 } });
  table.set("°F", { factor: thirds(5n, 9n), offset: thirds(45967n, 180n), dimension: { temperature: 1 } });
  table.set("kph", { factor: thirds(5n, 18n), dimension: speed });
  table.set("kmh", table.get("kph")!);
  table.set("kmph", table.get("kph")!);
  table.set("knot", { factor: thirds(463n, 900n), dimension: speed });
  table.set("knots", table.get("knot")!);
  table.set("rpm", { factor: thirds(1n, 60n), dimension: { cycle: 1, time: -1 } });
  table.set("arcmin", { factor: thirds(1n, 60n), dimension: { angle: 1 } });
  table.set("arcsec", { factor: thirds(1n, 3600n), dimension: { angle: 1 } });
  const radian = { factor: multiply({ n: 180n, d: 1n }, { m: 1 / Math.PI, e: 0, err: 1e-16 })!, dimension: { angle: 1 } };
  for (const name of ["rad", "rads", "radian", "radians", "弧度"]) table.set(name, radian);
  return table;
}

let table: Map<string, Unit> | undefined;

/** The unit with this exact symbol or name; built on first use. */
export function unitNamed(name: string): Unit | undefined {
  table ??= build();
  return table.get(name);
}
