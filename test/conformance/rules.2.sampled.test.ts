import { checkShard } from "./checkShard.ts";

checkShard(2);
