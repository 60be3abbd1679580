// Cause: webhooks of Amazon SNS are signed by a certificate that the message names. Law: only Amazon's certificates count, they
// are fetched once and not as often as anybody likes, and what was signed is what counts.
import { expect, test } from "vitest";
import type { Message } from "./parts.ts";
import { SnsCertificates } from "./sns.ts";
import { verifierOf } from "./verifier.ts";

/** Made by OpenSSL, as the signatures are; valid from 2023 to 2033. Its key was thrown away. */
const PEM = `-----BEGIN CERTIFICATE-----
MIICsTCCAZmgAwIBAgIBBzANBgkqhkiG9w0BAQsFADAcMRowGAYDVQQDDBFzbnMu
YW1hem9uYXdzLmNvbTAeFw0yMzAxMDEwMDAwMDBaFw0zMzAxMDEwMDAwMDBaMBwx
GjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOC
AQ8AMIIBCgKCAQEA7CFaSqWtA307LQAwOokjj/EQhvMY/sEXBxWOndEuXHLW+7+i
ZNMZiAOd1/oGI6cjjlICRLPUy1TQtWRIrvvNwpejl2hB8v14NMWjwDBycpaM+hNw
ecODzcuxlPhfAybuOzgqEtahQfYb5YT75woTHb97xul1OP33qsE7lDMNR6AO4eMQ
3XTrV0zfl4Tc2p0qvQiOOySHUQFvD1VKRV0+sSZV+cJL5vrVi9DSH1En4/HZodVU
BVyV9qpUio0dMp8uue9v3q5Z7olX6wtAPMMIkVHu9hzDJ4e+r5ElIARb5Gc+m5Ga
TOSxD5RVy0qo3GEbfqLn20DYoYK6eF7BzfoPcQIDAQABMA0GCSqGSIb3DQEBCwUA
A4IBAQCdIFgLWvx3DoACKnfoAQptN/HMDwtoRqoOASLsgHWFYDnxEL/KPqcSIoS1
hmsm+z1qeb6N5HSPuge6zMWo9beyGOSCHzuz4kQLE+7WZbHbc5Jn4XwXBQPMVQpF
Igzbgqycj75hMNAm26epq5cnfNS2eV5IHFGVRWzF9LwJ3D29R6/x052ZjwQ1WR2e
XY74GueIQv1YANSILjnNWoVU+XRzXYF9x/nExdjNoSCdRK9BLSlV9LwPsmAYAGwL
C7ZVfwcldPYJhp2DJaobZsRvJdm1MqE/Vb14L+FZYM/ei2iWl6/w47qwjBqGIvMj
HweheIjXLUiwqvRFuiVxk6Nwi/Oi
-----END CERTIFICATE-----
`;
const HOST = "https://sns.us-west-2.amazonaws.com";
const CERTIFICATE = `${HOST}/SimpleNotificationService-${"0a1b2c3d".repeat(4)}.pem`;
const NOW = Date.parse("2023-11-14T22:13:20Z");

const NOTIFICATION = {
  Type: "Notification",
  MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: "arn:aws:sns:us-west-2:123456789012:MyTopic",
  Subject: "My First Message",
  Message: "Hello world!",
  Timestamp: "2023-11-14T22:13:20.000Z",
  SignatureVersion: "1",
  SigningCertURL: CERTIFICATE,
  Signature:
    "nzwKDy7//IIIMnIrMrtNdcsSqWJoRfANAUcRSv4WIkGsshX6mPQ9lyRmm/08rcp0EVehbp0hnROakSCsQFyX4nOEUcTwD4kW5l9kJKiP/TnFH/+l1WXnUeZNKD3VTQ9g5eAQFp/kcVBmd7q/mYM5+M01xIzxtiIUt1crhykUIG8xIMYEOq2kzkUS+P+j1gLwwExLG1Lxw0IZ9L4Piu8aZnUXYz9s0zhMDX2+wqij0YHlcTFOt/E0PgiFZcRMhAmf7hddjDnOyx39LDYZEOqxGU1ILmNKCl8yJBQmStCQnMHObtJ88TxvfK1499GI62DHlwU4W0V6kfGXWTPz5UwAGw==",
};
const SUBSCRIPTION = {
  Type: "SubscriptionConfirmation",
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  Token: "2336412f37",
  TopicArn: NOTIFICATION.TopicArn,
  Message: "You have chosen to subscribe",
  SubscribeURL: `${HOST}/?Action=ConfirmSubscription`,
  Timestamp: NOTIFICATION.Timestamp,
  SignatureVersion: "2",
  SigningCertURL: CERTIFICATE,
  Signature:
    "HjVkIUQDKx+rzLOY3BPCQdrlbCYBxtau/rUv6pRHo7iADUThJjE7QMYF5/+XoRUYh41UTIiph7mPajOKtm3s+jJzmQwHl6OJVSQOUIhqM6STKc2Up/1t4gQhDW1MkqqlpdTXaXWZoHrqTlWIGahWeWudtX4g3CITzzjWnQs0Mvg/URVmvoxobOziCO73JhOaWA23y/DHPim0nromCxEKR4KyjkLReRijPzQwktpPE6GVQVFmkxf75YtWHn7Gc00iH4JwQcR3mRI9JHw48zjCPeSpjcnxvgvKn9IxCct6HNRyv2OSvZuHSqZDe36J49H34+xWERhrBoe0AQ4CfyI/lg==",
};

function receiver(answer: (url: string) => Promise<string> = async () => PEM) {
  const asked: string[] = [];
  const certificates = new SnsCertificates(async (url) => {
    asked.push(url);
    return answer(url);
  });
  const verify = verifierOf("sns", "", certificates);
  const whyNot = async (sent: object | string, now = NOW) => {
    const body = Buffer.from(typeof sent === "string" ? sent : JSON.stringify(sent));
    const message: Message = { method: "POST", url: "https://a.example/", target: "/", headers: {}, body };
    return (await verify(message, now)).why;
  };
  return { asked, whyNot };
}

test("what is signed with either hash gets in, by a certificate that is fetched once", async () => {
  const { asked, whyNot } = receiver();
  expect(await Promise.all([NOTIFICATION, SUBSCRIPTION, NOTIFICATION].map((sent) => whyNot(sent)))).toEqual([
    null,
    null,
    null,
  ]);
  expect(await whyNot(NOTIFICATION, NOW + 3_600_000)).toBeNull();
  expect(asked).toEqual([CERTIFICATE]);
});

test.each<[what: string, sent: object | string, why: RegExp]>([
  ["another message", { ...NOTIFICATION, Message: "Hello world?" }, /does not match/],
  ["another topic", { ...NOTIFICATION, TopicArn: `${NOTIFICATION.TopicArn}2` }, /does not match/],
  ["without a field that was signed", { ...NOTIFICATION, Subject: undefined }, /does not match/],
  ["the other hash", { ...NOTIFICATION, SignatureVersion: "2" }, /does not match/],
  ["a hash that is none", { ...NOTIFICATION, SignatureVersion: "3" }, /not a message from Amazon SNS/],
  ["a subscription as a notification", { ...SUBSCRIPTION, Type: "Notification" }, /does not match/],
  [
    "a field that comes twice",
    JSON.stringify(NOTIFICATION).replace("{", '{"Message":"forged",'),
    /not a message from Amazon SNS/,
  ],
  ["no JSON", "hello", /not a message from Amazon SNS/],
  ["a list", "[]", /not a message from Amazon SNS/],
])("%s is refused", async (_what, sent, why) => {
  expect(await receiver().whyNot(sent)).toMatch(why);
});

test("a certificate is fetched from Amazon only, from the path of certificates, over HTTPS", async () => {
  const { asked, whyNot } = receiver();
  const name = CERTIFICATE.slice(HOST.length);
  const others = [
    CERTIFICATE.replace("https:", "http:"),
    `https://sns.us-west-2.amazonaws.com.evil.example${name}`,
    `https://evil.example/${CERTIFICATE}`,
    `https://s3.us-west-2.amazonaws.com${name}`,
    `https://me@sns.us-west-2.amazonaws.com${name}`,
    `${HOST}:8443${name}`,
    `${HOST}/?Action=GetEndpointAttributes&x=${name}`,
    `${CERTIFICATE}?x=1`,
    `${CERTIFICATE}\n`,
    `${HOST}/x/..${name}`,
  ];
  for (const url of others)
    expect([url, await whyNot({ ...NOTIFICATION, SigningCertURL: url })]).toEqual([
      url,
      "SigningCertURL is not an address of Amazon SNS",
    ]);
  expect(asked).toEqual([]);
});

test("too old, from the future, or by a certificate that is not valid", async () => {
  const { whyNot } = receiver();
  expect(await whyNot(NOTIFICATION, NOW + 3_601_000)).toMatch(/3601 s ago\. The limit is 3600 s/);
  expect(await whyNot(NOTIFICATION, NOW - 3_601_000)).toMatch(/ahead/);
  expect(await whyNot(NOTIFICATION, Date.parse("2034-01-01"))).toMatch(/not valid now/);
});

test("one that can’t be fetched is asked for again, ten in a minute", async () => {
  const { asked, whyNot } = receiver(() => Promise.reject(new Error("down")));
  for (let call = 0; call < 12; call += 1) expect(await whyNot(NOTIFICATION)).toMatch(/can’t be fetched/);
  expect(asked).toHaveLength(10);
  await whyNot(NOTIFICATION, NOW + 60_000);
  expect(asked).toHaveLength(11);
  expect(await receiver(async () => "no certificate").whyNot(NOTIFICATION)).toMatch(/can’t be fetched/);
});
