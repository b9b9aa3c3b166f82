import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { BACKUP_DAYS } from "#shared/domain/erasures/erasure.ts";

/** Time for a restore, in days: objects are kept this much longer than the records that refer to them. */
const RESTORE_DAYS = 7;
/** Time for which records can be restored to any second, in days. */
const RECOVERY_DAYS = BACKUP_DAYS - RESTORE_DAYS;

/** Creates a record table that is retained, protected, and restorable to any second in the last `RECOVERY_DAYS`. */
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
