import { checkShard } from "./checkShard.ts";

checkShard(0);
