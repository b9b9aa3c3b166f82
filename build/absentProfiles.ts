/**
 * Replaces, in functions, the credential providers for a personal computer (profiles, single sign-on, programs, token files)
 * and for a virtual machine. Lambda puts credentials into the environment, and the SDK's newer client requests them from a
 * container's service. The rest of the default chain would make every function a fifth larger.
 */
function absentProvider(): () => Promise<never> {
  return async () => {
    const error = new Error("Functions support only credentials from the environment or the container");
    // Makes the chain try the next source, as errors from the chain itself do.
    throw Object.assign(error, { tryNextLink: true });
  };
}

/** Name of the environment variable that announces a container's credential service. */
export const ENV_CMDS_FULL_URI = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
export const ENV_CMDS_RELATIVE_URI = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";

export {
  absentProvider as fromContainerMetadata,
  absentProvider as fromIni,
  absentProvider as fromInstanceMetadata,
  absentProvider as fromProcess,
  absentProvider as fromSSO,
  absentProvider as fromTokenFile,
};
