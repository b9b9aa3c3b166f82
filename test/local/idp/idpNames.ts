export const CLIENT_ID = "client_platform";
export const API_KEY = "the-api-key";
export const STAFF_ORG = "org_staff";
