import type { VisionModel } from "../../core/ports";

/** Several copies of one model as one: each call goes to the copy with the least to do. */
export function poolModels(models: readonly [VisionModel, ...VisionModel[]]): VisionModel {
  const busy = models.map(() => 0);
  async function on<Result>(run: (model: VisionModel) => Promise<Result>): Promise<Result> {
    const place = busy.indexOf(Math.min(...busy));
    busy[place]! += 1;
    try {
      return await run(models[place]!);
    } finally {
      busy[place]! -= 1;
    }
  }
  return {
    info: models[0].info,
    generate: (request) => on((model) => model.generate(request)),
    probabilityOfYes: (request) => on((model) => model.probabilityOfYes(request)),
    dispose: async () => void (await Promise.all(models.map((model) => model.dispose()))),
  };
}
