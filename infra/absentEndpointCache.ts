/**
 * Replaces, in functions, the cache of addresses that DynamoDB's client would ask the service for, which it does only where
 * that is switched on.
 */
export class EndpointCache {}
