import { inject } from "vitest";

/**
 * Puts the credentials of the shared platform into the environment before each file: the files of one process share loaded
 * modules, and an earlier file may have started a platform with other credentials.
 */
const { accessKeyId, secretAccessKey } = inject("credentials");
process.env.AWS_ACCESS_KEY_ID = accessKeyId;
process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
