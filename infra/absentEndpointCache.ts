/**
 * Replaces, in functions, the cache for endpoint discovery of DynamoDB's client, which is switched off.
 */
export class EndpointCache {}
