/**
 * Stands in functions for the credentials of a person's computer: profiles, single sign-on, programs, token files. Lambda puts
 * credentials into the environment, and a container's service hands them out; the rest of the default chain would make
 * every function a fifth larger.
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

export {
  fromNowhere as fromIni,
  fromNowhere as fromProcess,
  fromNowhere as fromSSO,
  fromNowhere as fromTokenFile,
};
