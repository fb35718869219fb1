import { exitCode, printJson } from "../io";
import { restoreChosenLibrary, type LibraryChoice } from "./choice";
import { usingStore, type LibraryCommand } from "./command";
import { noticeSentence } from "./words";

/** `figtree library restore`: what was set back, and what the library holds now. A whole library is left as it is. */
export async function restoreCommand(options: LibraryChoice & { readonly json?: boolean }, { io, env }: LibraryCommand): Promise<number> {
  return usingStore(await restoreChosenLibrary(options, env), async (store) => {
    const { exemplars, withContext, withoutVectors } = await store.stats();
    const restored = store.notices.filter(({ code }) => code === "restored").map(({ detail }) => detail);
    for (const notice of store.notices) if (notice.code !== "restored") io.stderr(`${noticeSentence(notice)}\n`);
    if (options.json === true) printJson(io, { restored, exemplars, withContext, withoutVectors });
    else {
      const done = restored.length === 0 ? ["Nothing is damaged: the library was left as it is."] : [`Set back: ${restored.join("; ")}. What could not be read lies in the library's folder "damaged".`];
      const rebuild = withoutVectors === 0 ? [] : [`${withoutVectors} of them have no vectors. Make them with: figtree library embed`];
      io.stdout([...done, exemplars === 0 ? "It holds no exemplar now." : `It holds ${exemplars} ${exemplars === 1 ? "exemplar" : "exemplars"}, ${withContext} with a context.`, ...rebuild].map((line) => `${line}\n`).join(""));
    }
    return exitCode.ok;
  });
}
