import * as z from "zod/mini";
import { WRONG_KEYS } from "./api-facts.ts";
import { OVERLAPS } from "./rollouts/overlap.ts";
import { UPDATE_REFUSALS } from "./update-refusals.ts";

/**
 * Body of every failure (decisions/http/errors.md). `details.operation_id` names the request in the service's log;
 * `details.issues` is JSON text of {@link Issue} rows.
 */
export const ErrorBody = z.looseObject({
  error_code: z.optional(z.string()),
  status_code: z.number(),
  msg: z.string(),
  details: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** One fault in a request: the field's path (names and list positions) and what to write instead. */
export const Issue = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type Issue = z.infer<typeof Issue>;
export const Issues = z.array(Issue);

/** A module that is not set on its owner, so there is nothing to read or delete. */
export const MODULE_NOT_SET = "ERR_GATEHOUSE_9003";

/**
 * Every code this service answers, with its HTTP status. Below 2000 the number and meaning are the family's
 * (protocol-facts.md#errors); from 9000 they are ours, where the family has none.
 */
export const ERRORS = {
  authMissing: { code: "ERR_GATEHOUSE_200", status: 401 },
  authMalformed: { code: "ERR_GATEHOUSE_202", status: 401 },
  keyUnknown: { code: "ERR_GATEHOUSE_203", status: 401 },
  authtokenAsKey: { code: "ERR_GATEHOUSE_206", status: 401 },
  keyIdAsKey: { code: "ERR_GATEHOUSE_208", status: 401 },
  contentTypeUnsupported: { code: "ERR_GATEHOUSE_210", status: 415 },
  bodyUnparsable: { code: "ERR_GATEHOUSE_213", status: 400 },
  fieldUnknown: { code: "ERR_GATEHOUSE_214", status: 400 },
  valueInvalid: { code: "ERR_GATEHOUSE_215", status: 400 },
  contentTypeMissing: { code: "ERR_GATEHOUSE_216", status: 415 },
  versionInvalid: { code: "ERR_GATEHOUSE_217", status: 400 },
  versionMissing: { code: "ERR_GATEHOUSE_218", status: 400 },
  streamsTaken: { code: "ERR_GATEHOUSE_225", status: 429 },
  rateLimited: { code: "ERR_GATEHOUSE_226", status: 429 },
  wrongKeys: { code: WRONG_KEYS, status: 429 },
  idMalformed: { code: "ERR_GATEHOUSE_227", status: 404 },
  queryUnknown: { code: "ERR_GATEHOUSE_231", status: 400 },
  queryRepeated: { code: "ERR_GATEHOUSE_232", status: 400 },
  limitInvalid: { code: "ERR_GATEHOUSE_233", status: 400 },
  formatUnknown: { code: "ERR_GATEHOUSE_235", status: 400 },
  eventTypeUnknown: { code: "ERR_GATEHOUSE_238", status: 400 },
  filterInvalid: { code: "ERR_GATEHOUSE_250", status: 400 },
  aclInvalid: { code: "ERR_GATEHOUSE_600", status: 400 },
  credentialUnchanged: { code: "ERR_GATEHOUSE_606", status: 400 },
  ownerNotAllowed: { code: "ERR_GATEHOUSE_630", status: 403 },
  shuttingDown: { code: "ERR_GATEHOUSE_803", status: 503 },
  restartUnsupported: { code: "ERR_GATEHOUSE_804", status: 409 },
  stopUnsupported: { code: "ERR_GATEHOUSE_805", status: 409 },
  updateUnsupported: { code: "ERR_GATEHOUSE_806", status: 409 },
  stopFailed: { code: "ERR_GATEHOUSE_807", status: 502 },
  restartFailed: { code: "ERR_GATEHOUSE_808", status: 502 },
  updateFailed: { code: "ERR_GATEHOUSE_809", status: 502 },
  agentUnreachable: { code: "ERR_GATEHOUSE_810", status: 503 },
  ipPolicyUnchanged: { code: "ERR_GATEHOUSE_1400", status: 400 },
  ruleUnchanged: { code: "ERR_GATEHOUSE_1401", status: 400 },
  rulePolicyUnknown: { code: "ERR_GATEHOUSE_1402", status: 400 },
  cidrInvalid: { code: "ERR_GATEHOUSE_1406", status: 400 },
  cidrTaken: { code: "ERR_GATEHOUSE_1408", status: 409 },
  cidrNotLowest: { code: "ERR_GATEHOUSE_1409", status: 400 },
  cidrMaskMissing: { code: "ERR_GATEHOUSE_1413", status: 400 },
  pathUnknown: { code: "ERR_GATEHOUSE_9000", status: 404 },
  methodNotAllowed: { code: "ERR_GATEHOUSE_9001", status: 405 },
  resourceUnknown: { code: "ERR_GATEHOUSE_9002", status: 404 },
  moduleNotSet: { code: MODULE_NOT_SET, status: 404 },
  bodyTooLarge: { code: "ERR_GATEHOUSE_9004", status: 413 },
  internal: { code: "ERR_GATEHOUSE_9005", status: 500 },
  busy: { code: "ERR_GATEHOUSE_9006", status: 503 },
  databaseUnreachable: { code: "ERR_GATEHOUSE_9007", status: 503 },
  diskFull: { code: "ERR_GATEHOUSE_9016", status: 507 },
  storageFailed: { code: "ERR_GATEHOUSE_9017", status: 503 },
  changedMeanwhile: { code: "ERR_GATEHOUSE_9008", status: 409 },
  requestUnreadable: { code: "ERR_GATEHOUSE_9009", status: 400 },
  headersTooLarge: { code: "ERR_GATEHOUSE_9012", status: 431 },
  hostUnknown: { code: "ERR_GATEHOUSE_9014", status: 421 },
  originRefused: { code: "ERR_GATEHOUSE_9015", status: 403 },
  requestSlow: { code: "ERR_GATEHOUSE_9013", status: 408 },
  lastAdminKey: { code: "ERR_GATEHOUSE_9010", status: 409 },
  signInCodeUnknown: { code: "ERR_GATEHOUSE_9018", status: 410 },
  edgeMissing: { code: "ERR_GATEHOUSE_9019", status: 501 },
  rolloutOverlaps: { code: OVERLAPS, status: 409 },
  inUse: { code: "ERR_GATEHOUSE_9011", status: 409 },
  targetMissing: { code: "ERR_GATEHOUSE_5100", status: 400 },
  destinationUnknown: { code: "ERR_GATEHOUSE_5103", status: 400 },
  roleArnInvalid: { code: "ERR_GATEHOUSE_5104", status: 400 },
  targetAuthMissing: { code: "ERR_GATEHOUSE_5107", status: 400 },
  targetKindFixed: { code: "ERR_GATEHOUSE_5108", status: 400 },
  destinationInUse: { code: "ERR_GATEHOUSE_5112", status: 409 },
  targetsSeveral: { code: "ERR_GATEHOUSE_5115", status: 400 },
  targetAuthsSeveral: { code: "ERR_GATEHOUSE_5116", status: 400 },
  arnPartition: { code: "ERR_GATEHOUSE_5118", status: 400 },
  arnService: { code: "ERR_GATEHOUSE_5119", status: 400 },
  arnInvalid: { code: "ERR_GATEHOUSE_5120", status: 400 },
  sourceUnknown: { code: "ERR_GATEHOUSE_5125", status: 404 },
  sourceTaken: { code: "ERR_GATEHOUSE_5127", status: 400 },
  arnResource: { code: "ERR_GATEHOUSE_5130", status: 400 },
  backendUnknown: { code: "ERR_GATEHOUSE_6501", status: 400 },
  ipPolicyUnknown: { code: "ERR_GATEHOUSE_7007", status: 400 },
  terminationNeeded: { code: "ERR_GATEHOUSE_7062", status: 400 },
  authorityUnknown: { code: "ERR_GATEHOUSE_7072", status: 400 },
  loginClash: { code: "ERR_GATEHOUSE_7079", status: 400 },
  samlMetadataInvalid: { code: "ERR_GATEHOUSE_7083", status: 400 },
  hostportTaken: { code: "ERR_GATEHOUSE_7122", status: 409 },
  loginElsewhere: { code: "ERR_GATEHOUSE_7155", status: 409 },
  matchTaken: { code: "ERR_GATEHOUSE_7126", status: 409 },
  agentSilent: { code: "ERR_GATEHOUSE_9100", status: 504 },
  upstreamUnreachable: { code: "ERR_GATEHOUSE_9200", status: 502 },
  upstreamSilent: { code: "ERR_GATEHOUSE_9201", status: 504 },
  upstreamRedirect: { code: "ERR_GATEHOUSE_9202", status: 502 },
  updateNotAvailable: { code: UPDATE_REFUSALS.notAvailable, status: 409 },
  updateDisabled: { code: UPDATE_REFUSALS.disabled, status: 409 },
  updateRunning: { code: UPDATE_REFUSALS.running, status: 409 },
  updateAwaitsRestart: { code: UPDATE_REFUSALS.awaitsRestart, status: 409 },
} as const;

export type ErrorName = keyof typeof ERRORS;
