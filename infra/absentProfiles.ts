/**
 * Stands in functions for the credentials of a person's computer (profiles, single sign-on, programs, token files) and of a
 * virtual machine. Lambda puts credentials into the environment, and a container's service hands them out, which is asked by
 * the SDK's newer client for it; the rest of the default chain would make every function a fifth larger.
 */
function fromNowhere(): () => Promise<never> {
  return async () => {
    const error = new Error(
      "A function has the credentials of its environment or its container, and no others",
    );
    // As the chain's own errors say it: the next source is asked.
    throw Object.assign(error, { tryNextLink: true });
  };
}

/** How the environment says that there is a container's service. */
export const ENV_CMDS_FULL_URI = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
export const ENV_CMDS_RELATIVE_URI = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";

export {
  fromNowhere as fromContainerMetadata,
  fromNowhere as fromIni,
  fromNowhere as fromInstanceMetadata,
  fromNowhere as fromProcess,
  fromNowhere as fromSSO,
  fromNowhere as fromTokenFile,
};
