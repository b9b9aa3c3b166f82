import { afterAll } from "vitest";
import { apiCases } from "./apiCases.ts";
import { checkCases } from "./checkCases.ts";
import { commitQueueCases } from "./commitQueueCases.ts";
import { consoleCases } from "./consoleCases.ts";
import { edgeCases } from "./edgeCases.ts";
import { environmentCases } from "./environmentCases.ts";
import { figureCases } from "./figureCases.ts";
import { invariantCases } from "./invariantCases.ts";
import { limitCases } from "./limitCases.ts";
import { localstackCases } from "./localstackCases.ts";
import { privilegeCases } from "./privilegeCases.ts";
import { readerRoleCases } from "./readerRoleCases.ts";
import { regionCases } from "./regionCases.ts";
import { sqlPrivilegeCases } from "./sqlPrivilegeCases.ts";
import { removeFolders } from "./temporaryFolder.ts";
import { versionCases } from "./versionCases.ts";
import { watchCases } from "./watchCases.ts";

// A single file, so that the stacks are synthesized only once for each kind of deployment, which takes seconds.
apiCases();
checkCases();
commitQueueCases();
consoleCases();
edgeCases();
environmentCases();
figureCases();
invariantCases();
limitCases();
localstackCases();
privilegeCases();
readerRoleCases();
regionCases();
sqlPrivilegeCases();
versionCases();
watchCases();

afterAll(removeFolders);
