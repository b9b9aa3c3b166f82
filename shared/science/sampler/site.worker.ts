import { workerData } from "node:worker_threads";
import { fitFreeSites, type SiteWork } from "./fitFreeSites.ts";

/** Entry point of a thread that fits sites. */
fitFreeSites(workerData as SiteWork);
