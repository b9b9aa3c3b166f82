import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { bits, integer, objectId, octets, sequence, set, TRUE, tagged, utcTime, utf8 } from "./der.ts";

export interface Certificate {
  /** Both as PEM. */
  certificate: string;
  key: string;
}

const DAY_MS = 86_400_000;
/** Clients on Apple systems reject certificates that are valid for more than 825 days. */
const VALID_DAYS = 800;
const SERIAL_BYTES = 16;

const ECDSA_WITH_SHA256 = sequence(objectId("1.2.840.10045.4.3.2"));
const COMMON_NAME = objectId("2.5.4.3");
const SERVER_AUTHENTICATION = objectId("1.3.6.1.5.5.7.3.1");
const EXTENSIONS = {
  subjectKey: objectId("2.5.29.14"),
  keyUsage: objectId("2.5.29.15"),
  alternativeNames: objectId("2.5.29.17"),
  constraints: objectId("2.5.29.19"),
  authorityKey: objectId("2.5.29.35"),
  extendedUsage: objectId("2.5.29.37"),
};
const LOOPBACK_V4 = Buffer.from([127, 0, 0, 1]);
const LOOPBACK_V6 = Buffer.from([...Array.from({ length: 15 }, () => 0), 1]);

/**
 * Creates a key and a certificate for the addresses of this machine. The certificate cannot sign others, so a program that
 * trusts it trusts nothing else.
 */
export function newCertificate(now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keyInfo = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(set(sequence(COMMON_NAME, utf8("localhost"))));
  const serial = randomBytes(SERIAL_BYTES);
  // A first byte from 0x40 to 0x7f makes the number positive and full-length.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = sequence(
    tagged(0, integer(Buffer.from([2])), true),
    integer(serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(
      utcTime(new Date(now.getTime() - DAY_MS)),
      utcTime(new Date(now.getTime() + VALID_DAYS * DAY_MS)),
    ),
    name,
    keyInfo,
    tagged(3, extensions(createHash("sha1").update(keyInfo).digest()), true),
  );
  const whole = sequence(content, ECDSA_WITH_SHA256, bits(sign("sha256", content, privateKey)));
  return {
    certificate: pem("CERTIFICATE", whole),
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function extensions(keyId: Buffer): Buffer {
  const critical = (id: Buffer, content: Buffer): Buffer => sequence(id, TRUE, octets(content));
  const other = (id: Buffer, content: Buffer): Buffer => sequence(id, octets(content));
  const names = sequence(
    tagged(2, Buffer.from("localhost"), false),
    tagged(7, LOOPBACK_V4, false),
    tagged(7, LOOPBACK_V6, false),
  );
  return sequence(
    critical(EXTENSIONS.constraints, sequence()),
    // Signatures only.
    critical(EXTENSIONS.keyUsage, bits(Buffer.from([0x80]), 7)),
    other(EXTENSIONS.extendedUsage, sequence(SERVER_AUTHENTICATION)),
    other(EXTENSIONS.alternativeNames, names),
    other(EXTENSIONS.subjectKey, octets(keyId)),
    other(EXTENSIONS.authorityKey, sequence(tagged(0, keyId, false))),
  );
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
