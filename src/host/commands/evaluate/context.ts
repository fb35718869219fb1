import type { EvaluationFolder } from "../../evaluate/folder";
import type { ReportPanels } from "../../evaluate/report-panels";
import type { Services } from "../../services";

/** What the evaluation of the library works with. */
export interface EvaluateContext {
  readonly services: Services;
  readonly folders: EvaluationFolder;
  readonly reportPanels: ReportPanels;
}
