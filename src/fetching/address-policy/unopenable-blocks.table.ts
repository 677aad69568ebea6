/** The day on which the rows below were last compared with the providers' documentation. @public */
export const UNOPENABLE_BLOCKS_DATE = '2026-11-21';

/**
 * What no setting opens: link-local space and the addresses at which clouds hand credentials to whoever asks.
 * They are refused even where `PAGEMARK_FETCH_ALLOW` names them or a block that holds them.
 */
export const UNOPENABLE_BLOCKS: readonly { readonly block: string; readonly name: string }[] = [
  { block: '169.254.0.0/16', name: 'link local: metadata of most clouds' },
  { block: '168.63.129.16/32', name: 'Azure host channel' },
  { block: '100.100.100.200/32', name: 'Alibaba Cloud metadata' },
  { block: '192.0.0.192/32', name: 'Oracle Cloud metadata' },
  { block: 'fe80::/10', name: 'link local' },
  { block: 'fd00:ec2::254/128', name: 'Amazon EC2 metadata' },
  { block: 'fd20:ce::254/128', name: 'Google Cloud metadata' },
];
