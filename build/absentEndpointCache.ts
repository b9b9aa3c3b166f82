/**
 * Replaces, in functions, the endpoint discovery cache of the DynamoDB client, which is disabled.
 */
export class EndpointCache {}
