import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isInBlock, parseIpBlock } from '../../src/fetching/address-policy/ip-address.ts';
import { type AddressBlock, IPV4_BLOCKS } from '../../src/fetching/address-policy/ipv4-blocks.table.ts';
import { IPV6_BLOCKS, IPV6_GLOBAL_UNICAST } from '../../src/fetching/address-policy/ipv6-blocks.table.ts';
import { findInPath } from '../storage/servers.ts';
import { secretFiles, settingFaults } from '../support/deployed-settings.ts';
import { leftOut } from '../support/left-out.ts';
import { PROJECT } from '../support/run-pagemark.ts';

const DEPLOY = path.join(PROJECT, 'deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
  // Each kind has a shape of its own; the tests read what they assert.
  readonly spec: Record<string, never>;
}

/** Values of a manifest by their paths, which begin with `at`. */
const leaves = (value: unknown, at: string): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${at}.${name}`))
    : [[at, value]];

describe('Kubernetes manifests', () => {
  const files = readdirSync(path.join(DEPLOY, 'kubernetes')).filter((file) => file !== 'kustomization.yaml');
  const all = files.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
  const one = (kind: string) => all.find((manifest) => manifest.kind === kind)! as Manifest & { spec: never };
  const deployment = one('Deployment').spec as {
    replicas: number;
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: object;
        volumes: { name: string; secret?: { secretName: string } }[];
        containers: Record<string, never>[];
      };
    };
  };
  const pod = deployment.template.spec;
  const container = pod.containers[0] as unknown as Record<string, Record<string, unknown>> & {
    volumeMounts: { name: string; mountPath: string }[];
  };

  test('name every kind once, with selectors that meet the pods', () => {
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
    const { labels } = deployment.template.metadata;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect((one('Service').spec as { selector: object }).selector).toEqual(labels);
    expect(
      (one('PodDisruptionBudget').spec as { selector: { matchLabels: object } }).selector.matchLabels,
    ).toEqual(labels);
    expect(
      (one('NetworkPolicy').spec as { podSelector: { matchLabels: object } }).podSelector.matchLabels,
    ).toEqual(labels);
    const scaler = one('HorizontalPodAutoscaler').spec as {
      scaleTargetRef: object;
      minReplicas: number;
      metrics: { type: string; pods?: { metric: { name: string } } }[];
    };
    expect(scaler.scaleTargetRef).toMatchObject({
      kind: 'Deployment',
      name: one('Deployment').metadata.name,
    });
    expect(scaler.minReplicas).toBe(deployment.replicas);
    expect(scaler.metrics.map(({ type, pods }) => pods?.metric.name ?? type)).toEqual([
      'Resource',
      'pagemark_expected_wait_seconds',
    ]);
  });

  test('let pages come from where the egress rule lets them, and from nowhere else', () => {
    const { egress } = one('NetworkPolicy').spec as {
      egress: { to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[];
    };
    const open = egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const holds = (wide: string, block: string) => {
      const [outer, inner] = [parseIpBlock(wide)!, parseIpBlock(block)!];
      return outer.prefixBits < inner.prefixBits && isInBlock(inner.network, outer);
    };
    const refused = (blocks: readonly AddressBlock[]) => {
      const all = blocks.filter(({ verdict }) => verdict === 'refused').map(({ block }) => block);
      return all.filter((block) => !all.some((wide) => holds(wide, block)));
    };
    expect(open.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', IPV6_GLOBAL_UNICAST]);
    expect(open[0]!.except).toEqual(refused(IPV4_BLOCKS));
    expect(open[1]!.except).toEqual(
      refused(IPV6_BLOCKS).filter((block) => holds(IPV6_GLOBAL_UNICAST, block)),
    );
  });

  test('probe what exists, drain in time, run read-only without rights', async () => {
    expect(container.startupProbe).toMatchObject({ httpGet: { path: '/health', port: 'http' } });
    expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/health', port: 'http' } });
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/ready', port: 'http' } });
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const { DRAIN_MS } = await import('../../src/http/drain.ts');
    const delayMs = Number(one('ConfigMap').data!.PAGEMARK_DRAIN_DELAY_MS);
    const { periodSeconds, failureThreshold } = container.readinessProbe as Record<string, number>;
    expect(delayMs).toBeGreaterThan(periodSeconds! * failureThreshold! * 1000);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(DRAIN_MS + delayMs);
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
  });

  test('let the Prometheus Operator read the pods with the token of their secret', () => {
    const monitor = parse(read('prometheus/servicemonitor.yaml')) as {
      spec: {
        selector: { matchLabels: object };
        endpoints: { port: string; authorization: { credentials: { name: string; key: string } } }[];
      };
    };
    const [endpoint] = monitor.spec.endpoints;
    const { name, key } = endpoint!.authorization.credentials;
    expect(monitor.spec.selector.matchLabels).toEqual(deployment.template.metadata.labels);
    expect((one('Service').spec as { ports: { name: string }[] }).ports.map((port) => port.name)).toContain(
      endpoint!.port,
    );
    expect([name, Object.keys(one('Secret').stringData!)]).toEqual([
      one('Secret').metadata.name,
      expect.arrayContaining([key]),
    ]);
  });

  test('set known settings, and mount every secret as the file that its setting names', () => {
    const settings = one('ConfigMap').data!;
    expect(settingFaults(settings)).toEqual([]);
    const { mountPath } = container.volumeMounts.find(({ name }) => name === 'secrets')!;
    const { secret } = pod.volumes.find(({ name }) => name === 'secrets')!;
    expect(secret!.secretName).toBe(one('Secret').metadata.name);
    const mounted = Object.keys(one('Secret').stringData!).map((name) => [name, `${mountPath}/${name}`]);
    expect([...secretFiles(settings)].sort()).toEqual(mounted.sort());
  });

  test('an environment with a fault is found', () => {
    const file = { PAGEMARK_DATABASE_URL_FILE: '/run/secrets/a' };
    expect(settingFaults(file)).toEqual(['PAGEMARK_DATABASE_URL is set beside PAGEMARK_DATABASE_URL_FILE']);
    expect(settingFaults({ ...file, PAGEMARK_DATABASE_URL: '' })).toEqual([]);
    const open = { PAGEMARK_DATABASE_URL: 'postgres://a:b@c/d', PAGEMARK_ADMIN_TOKEN: 'x' };
    expect(settingFaults(open)).toHaveLength(2);
    expect(settingFaults({ PAGEMARK_HOST: 'x' })).toEqual(['PAGEMARK_HOST is unknown']);
  });

  const kubectl = findInPath('kubectl');
  if (kubectl === null) leftOut('the Kubernetes overlay with Chromium', 'install kubectl');
  else
    test('the overlay with Chromium changes the image, the filter of system calls and the memory alone', () => {
      const build = (folder: string) => {
        const run = spawnSync(kubectl, ['kustomize', path.join(DEPLOY, folder)], { encoding: 'utf8' });
        expect([run.status, run.stderr]).toEqual([0, '']);
        return parseAllDocuments(run.stdout).map((document) => document.toJS() as Manifest);
      };
      const values = (folder: string) => new Map(build(folder).flatMap((one) => leaves(one, one.kind)));
      const [plain, chromium] = [values('kubernetes'), values('kubernetes-chromium')];
      const changed = [...chromium].filter(([at, value]) => plain.get(at) !== value);
      const pods = 'Deployment.spec.template.spec';
      const image = plain.get(`${pods}.containers.0.image`);
      expect(Object.fromEntries(changed)).toEqual({
        [`${pods}.containers.0.image`]: `${image}-chromium`,
        [`${pods}.containers.0.resources.limits.memory`]: '4Gi',
        [`${pods}.containers.0.resources.requests.memory`]: '1536Mi',
        [`${pods}.securityContext.seccompProfile.type`]: 'Localhost',
        [`${pods}.securityContext.seccompProfile.localhostProfile`]: 'pagemark/chromium-seccomp.json',
      });
      expect([...plain.keys()].filter((at) => !chromium.has(at))).toEqual([]);
      expect(read('kubernetes-chromium/kustomization.yaml')).toContain('deploy/chromium-seccomp.json');
    });
});
