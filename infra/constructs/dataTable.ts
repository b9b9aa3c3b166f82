import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";

/**
 * Time for which records can be restored to any second, in days. What is erased must be in no backup after 23 days, and objects are
 * kept a week longer than records.
 */
export const RECOVERY_DAYS = 16;

/** Creates a table of records: retained and protected, restorable to any second of the last `RECOVERY_DAYS`. */
export function dataTable(scope: Construct, tableName: string, encryptionKey: IKey): Table {
  return new Table(scope, "Table", {
    tableName,
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    // Expiry time of revoked sessions, events, login codes and leases.
    timeToLiveAttribute: "expires_at",
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: RECOVERY_DAYS,
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
