#!/usr/bin/env node
// Pins what workflows and deployments take from elsewhere: actions to their commits, images to their digests, each looked up now.
// usage, in the folder of the project, with network: node scripts/pin.mjs     writes nothing where one look-up fails
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { pinned } from './release/pins.mjs';
import { takingFiles } from './release/taking-files.mjs';

const HUB = 'registry-1.docker.io';
const INDEXES =
  'application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';

/** The commit of the tag of an action, or the digest of an image, asked of where it comes from. Throws when it is not told. */
const lookUpPin = (kind, reference) => (kind === 'action' ? commitOf(reference) : digestOf(reference));

function commitOf(reference) {
  const [name, tag] = reference.split('@');
  const repository = name.split('/').slice(0, 2).join('/');
  const ref = `refs/tags/${tag}`;
  const told = execFileSync('git', ['ls-remote', `https://github.com/${repository}`, ref, `${ref}^{}`], {
    encoding: 'utf8',
  });
  const commits = new Map(told.split('\n').map((line) => line.split('\t').reverse()));
  // An annotated tag is an object of its own, and names its commit.
  const commit = commits.get(`${ref}^{}`) ?? commits.get(ref);
  if (commit === undefined) throw new Error(`Name a tag of ${repository}: it has no ${JSON.stringify(tag)}.`);
  return commit;
}

/** The digest of what an image's tag names (OCI Distribution 1.1, 4.4.1), reckoned from its bytes. */
async function digestOf(reference) {
  const [, host = HUB, given, tag] =
    /^(?:((?:localhost|[^/]*[.:][^/]*))\/)?([^:]+):([\w.-]+)$/.exec(reference) ?? [];
  if (given === undefined) throw new Error(`Give ${reference} a tag: its version is not known.`);
  const name = host === HUB && !given.includes('/') ? `library/${given}` : given;
  const scheme = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host) ? 'http' : 'https';
  const url = `${scheme}://${host}/v2/${name}/manifests/${tag}`;
  const headers = { accept: INDEXES };
  let answer = await fetch(url, { headers });
  if (answer.status === 401) {
    const authorization = `Bearer ${await tokenFor(answer.headers.get('www-authenticate') ?? '')}`;
    answer = await fetch(url, { headers: { ...headers, authorization } });
  }
  if (!answer.ok) throw new Error(`Ask for ${reference} again: ${host} answered ${answer.status}.`);
  const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
  return `sha256:${digest.digest('hex')}`;
}

/** A token for whoever reads, from where a challenge says. */
async function tokenFor(challenge) {
  const parts = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const { realm = '', ...query } = parts;
  const answer = await fetch(`${realm}?${new URLSearchParams(query)}`);
  return (await answer.json()).token;
}

try {
  const changed = [];
  for (const file of takingFiles()) {
    const text = readFileSync(file, 'utf8');
    const next = await pinned(text, lookUpPin);
    if (next !== text) changed.push([file, next]);
  }
  for (const [file, text] of changed) writeFileSync(file, text);
  console.log(`pin: ${changed.map(([file]) => file).join(', ') || 'everything is pinned'}`);
} catch (error) {
  console.error(`pin: ${error.message}${error.cause === undefined ? '' : ` (${error.cause.message})`}`);
  process.exitCode = 1;
}
