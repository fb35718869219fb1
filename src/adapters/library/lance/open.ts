import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { FigtreeError, type Clock, type Logger } from "../../../core/ports";
import type { Backend } from "../engine/backend";
import { libraryError, mayBeDamage } from "../engine/failures";
import { withLibraryLock } from "../engine/lock";
import { createPictureFiles } from "../engine/pictures";
import { createLanceBackend } from "./backend";
import { holdsLibrary, openDatabase } from "./database";
import type { LanceModules } from "./modules";
import { openPictureTable } from "./pictures";
import { createUpkeep } from "./upkeep";
import { explainDamage } from "./damage";

export interface LanceOptions {
  /** For errors. */
  readonly place: string;
  /** Of an object store or a served database. */
  readonly address: string;
  /** The folder where `place` is one. */
  readonly local: string | null;
  readonly apiKey?: string | undefined;
  /** Address of a served database that is not the vendor's. */
  readonly host?: string | undefined;
  readonly region?: string | undefined;
  /** Keys and addresses of an object store, by the names that it gives them. */
  readonly storage?: Readonly<Record<string, string>> | undefined;
  /** False: `library.notFound` where an object store or served database has none. */
  readonly create?: boolean | undefined;
  readonly memoryRows: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Longest wait for a place that is not on this machine, in milliseconds. */
const patience = 60_000;

/** Opens or makes a library in LanceDB. Throws `library.*`; damage is told with the last whole version. */
export async function openLanceBackend(modules: LanceModules, options: LanceOptions): Promise<Backend> {
  const { place, address, local, clock, logger, memoryRows } = options;
  const diagnose = (error: FigtreeError): Promise<FigtreeError> => (local === null ? Promise.resolve(error) : explainDamage(modules, local, error));
  try {
    if (local !== null) await makeFolder(local);
    const open = async (): Promise<Backend> => {
      const connection = await modules.lancedb.connect(local ?? address, {
        // What others write on this machine is seen at once; a distant place is asked every other second.
        readConsistencyInterval: local === null ? 2 : 0,
        ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
        ...(options.host === undefined ? {} : { hostOverride: options.host }),
        ...(options.region === undefined ? {} : { region: options.region }),
        ...(options.storage === undefined ? {} : { storageOptions: { ...options.storage } }),
      });
      if (local === null && options.create === false && !(await holdsLibrary(connection))) throw new FigtreeError("library.notFound", { place });
      const database = await openDatabase(modules, connection, local);
      const pictures = local === null ? await openPictureTable(modules, connection, place) : createPictureFiles(local);
      const upkeep = createUpkeep(database, memoryRows, clock, logger);
      return { ...createLanceBackend({ database, pictures, upkeep, place, local, clock, logger }), diagnose };
    };
    if (local === null) return await inTime(open(), clock, place);
    // A new library is made by one process only.
    const isThere = await stat(path.join(local, "exemplars.lance")).then(() => true, () => false);
    return await (isThere ? open() : withLibraryLock(local, clock, open));
  } catch (thrown) {
    const error = libraryError(thrown, place);
    throw mayBeDamage(error, thrown) ? await diagnose(error) : error;
  }
}

/** Makes the folder. Throws `library.unreachable` where something else has its name. */
export async function makeFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() === false) throw new FigtreeError("library.unreachable", { place: folder, message: "It is a file, not a folder." });
  if (facts === undefined) await mkdir(folder, { recursive: true });
}

async function inTime<Result>(work: Promise<Result>, clock: Clock, place: string): Promise<Result> {
  let stop = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(patience, () => reject(new FigtreeError("library.unreachable", { place, message: "It did not answer in time." })), true);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
    work.catch(() => undefined);
  }
}
