import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/config/settings.table.ts';
import { isInBlock, parseIpBlock } from '../../src/fetching/address-policy/ip-address.ts';
import { type AddressBlock, IPV4_BLOCKS } from '../../src/fetching/address-policy/ipv4-blocks.table.ts';
import { IPV6_BLOCKS, IPV6_GLOBAL_UNICAST } from '../../src/fetching/address-policy/ipv6-blocks.table.ts';
import { PROJECT } from '../support/run-pagemark.ts';

const DEPLOY = path.join(PROJECT, 'deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const known = new Set<string>(SETTINGS.map(({ name }) => name));

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
  // Each kind has a shape of its own; the tests read what they assert.
  readonly spec: Record<string, never>;
}

describe('Kubernetes manifests', () => {
  const all = readdirSync(path.join(DEPLOY, 'kubernetes')).flatMap((file) =>
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
        volumes: { name: string }[];
        containers: Record<string, never>[];
      };
    };
  };
  const pod = deployment.template.spec;
  const container = pod.containers[0] as unknown as Record<string, Record<string, unknown>> & {
    volumeMounts: { name: string }[];
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

  test('set known settings, secrets apart', () => {
    const open = Object.keys(one('ConfigMap').data!);
    const secret = Object.keys(one('Secret').stringData!);
    for (const name of [...open, ...secret]) expect(known).toContain(name);
    const secrets = new Set<string>(
      SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => name),
    );
    for (const name of open) expect(secrets).not.toContain(name);
  });
});
