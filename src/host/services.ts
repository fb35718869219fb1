import type { SolveStorage } from "../adapters/storage";
import type { Consent } from "./consent";
import type { Library } from "./library/library";
import type { HostLog } from "./log";
import type { ModelPool } from "./models/pool";
import type { SettingsSource } from "./settings/settings";
import type { SolveActivity } from "./solve/activity";

/** What a panel needs from the rest of the host; made once in extension.ts. */
export interface Services {
  readonly settings: SettingsSource;
  readonly models: ModelPool;
  readonly consent: Consent;
  readonly store: SolveStorage;
  readonly activity: SolveActivity;
  readonly library: Library;
  readonly log: HostLog;
  /** Asks for the key of a remote origin that none is known for. False: the person called the solve off. */
  askForKey(origin: string): Promise<boolean>;
}
