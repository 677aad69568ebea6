/** What a fault of a store asks the operator to do; `SETTING` stands for the setting with its address. */
interface FaultAdvice {
  /** Stores that say so; undefined: any. */
  readonly engine?: 'PostgreSQL' | 'Redis' | 'SQLite';
  /** Code of the fault (SQLSTATE, `SQLITE_…`, `errno`, Node's of TLS), or how its message begins or what it holds. */
  readonly signs: readonly string[];
  /** Action first. */
  readonly advice: string;
}

/**
 * Signs and remedies, the first that fits counts. Codes: PostgreSQL, Appendix A; Redis' error replies; Node, "Common system
 * errors" and "X509 certificate error codes".
 */
export const FAULT_ADVICE: readonly FaultAdvice[] = [
  { engine: 'PostgreSQL', signs: ['28P01'], advice: 'Correct the user and the password in SETTING' },
  {
    engine: 'PostgreSQL',
    signs: ['client password must be a string'],
    advice: 'Add the password to SETTING',
  },
  {
    engine: 'PostgreSQL',
    signs: ['28000'],
    advice: 'Correct the user in SETTING, or let the server accept it from this host (pg_hba.conf)',
  },
  {
    engine: 'PostgreSQL',
    signs: ['3D000', 'no such database'],
    advice: 'Create the database, or correct its name in SETTING',
  },
  {
    engine: 'PostgreSQL',
    signs: ['42501'],
    advice:
      'Grant the user of SETTING its rights: CREATE on the schema for the tables, then SELECT, INSERT, UPDATE and DELETE',
  },
  {
    engine: 'PostgreSQL',
    signs: ['53300', 'no more connections allowed'],
    advice: 'Lower PAGEMARK_DATABASE_POOL_MAX, or raise the connections that the server allows',
  },
  {
    engine: 'PostgreSQL',
    signs: ['unsupported startup parameter', 'unrecognized configuration parameter'],
    advice: 'Take the parameter out of SETTING, or list it in ignore_startup_parameters of PgBouncer',
  },
  { engine: 'PostgreSQL', signs: ['57P03'], advice: 'Wait until the server has started' },
  {
    engine: 'PostgreSQL',
    signs: ['25006'],
    advice: 'Name the primary in SETTING: the server takes no writes',
  },
  {
    engine: 'PostgreSQL',
    signs: ['does not support SSL'],
    advice: 'Switch TLS on at the server, or take sslmode out of SETTING',
  },
  { engine: 'Redis', signs: ['WRONGPASS'], advice: 'Correct the user and the password in SETTING' },
  { engine: 'Redis', signs: ['NOAUTH'], advice: 'Add the password to SETTING' },
  {
    engine: 'Redis',
    signs: ['NOPERM'],
    advice: 'Grant the user of SETTING its rights: +@all on the keys pagemark*',
  },
  {
    engine: 'Redis',
    signs: ['MOVED', 'CROSSSLOT', 'CLUSTERDOWN'],
    advice: 'Name a cluster in SETTING as redis+cluster://HOST:PORT,HOST:PORT, and see that it is whole',
  },
  {
    engine: 'Redis',
    signs: ['READONLY', 'MASTERDOWN'],
    advice: 'Name the primary in SETTING: the server takes no writes',
  },
  {
    engine: 'Redis',
    signs: ['max number of clients reached'],
    advice: 'Raise maxclients of the server: each process has three connections',
  },
  {
    engine: 'Redis',
    signs: ['Unconfirmed'],
    advice:
      'See that a replica of each primary is connected and not behind: with sentinels and in a cluster a call counts once one has it',
  },
  { engine: 'Redis', signs: ['OOM'], advice: 'Raise maxmemory of the server' },
  { engine: 'Redis', signs: ['LOADING'], advice: 'Wait until the server has loaded its data' },
  { engine: 'Redis', signs: ['DENIED'], advice: 'Set a password at the server, and add it to SETTING' },
  {
    engine: 'Redis',
    signs: ['All sentinels are unreachable', 'Sentinel'],
    advice: 'Correct the addresses of the sentinels and the name of the primary in SETTING',
  },
  {
    engine: 'SQLite',
    signs: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
    advice: 'Make room on the disk of the file that SETTING names',
  },
  {
    engine: 'SQLite',
    signs: ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'],
    advice: 'Try again: another process was writing to the file that SETTING names',
  },
  {
    engine: 'SQLite',
    signs: [''],
    advice: 'See that this process can read and write the file that SETTING names, and its folder',
  },
  { signs: ['ENOTFOUND', 'EAI_AGAIN'], advice: 'Correct the host name in SETTING, or the name server' },
  { signs: ['ECONNREFUSED'], advice: 'Start the server, or correct host and port in SETTING' },
  {
    signs: ['ENOENT', 'EACCES'],
    advice: 'Let this process open the socket or the certificate that SETTING names',
  },
  {
    signs: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
    ],
    advice: "Name the file of the server's CA in NODE_EXTRA_CA_CERTS: its certificate is not trusted",
  },
  {
    signs: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    advice: 'Name the server in SETTING as its certificate does, which is for another host',
  },
  { signs: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'], advice: "Renew the server's certificate" },
  {
    signs: ['EPROTO', 'ERR_SSL'],
    advice: 'Correct the port or the scheme in SETTING: there is no TLS at that port',
  },
  {
    signs: ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'NoAnswer', 'timeout'],
    advice:
      'See that the server runs, that it speaks TLS just when SETTING says so, and that firewalls let this host reach it (PAGEMARK_STORE_TIMEOUT_MS is the wait)',
  },
];
