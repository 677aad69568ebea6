/**
 * Snapshots in Redis, and results of conversions in an index of the same form, whose digests are their ids and whose `at` is
 * their end. KEYS[1] is the prefix of all keys, which carries one hash tag, so that they live in one slot of
 * a cluster. ARGV[1] is the time in milliseconds in place of the server's, or ''.
 *
 * `page:<id>` is a hash of `meta`, `digest` and `at` (when it was fetched); `bytes:<digest>` the compressed bytes;
 * `refs:<digest>` the ids of the pages that have them; `used` the digests by last use; `sizes` the size of each
 * digest, and their sum under `total`; `claim:<id>` who fetches the page, until when, and how it failed.
 */
const COMMON = `
local p = KEYS[1]
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function drop_bytes(digest)
  local size = redis.call('HGET', p .. ':sizes', digest)
  redis.call('DEL', p .. ':bytes:' .. digest, p .. ':refs:' .. digest)
  redis.call('ZREM', p .. ':used', digest)
  if size then
    redis.call('HDEL', p .. ':sizes', digest)
    redis.call('HINCRBY', p .. ':sizes', 'total', -size)
  end
end
local function drop_page(id)
  local digest = redis.call('HGET', p .. ':page:' .. id, 'digest')
  if not digest then return end
  redis.call('DEL', p .. ':page:' .. id)
  redis.call('SREM', p .. ':refs:' .. digest, id)
  if redis.call('SCARD', p .. ':refs:' .. digest) == 0 then drop_bytes(digest) end
end
local function use(id, digest, keep)
  redis.call('ZADD', p .. ':used', now, digest)
  for _, key in ipairs({':page:' .. id, ':bytes:' .. digest, ':refs:' .. digest, ':used', ':sizes'}) do
    redis.call('PEXPIRE', p .. key, keep)
  end
end
`;

/** Looks for a page whose `bytes` an expression of Lua tells. */
const look = (bytes: string) => `${COMMON}
local id = ARGV[2]
local page = redis.call('HMGET', p .. ':page:' .. id, 'meta', 'at', 'digest')
if not page[1] then return false end
local bytes = ${bytes}
if not bytes then
  drop_page(id)
  return false
end
if now - (redis.call('ZSCORE', p .. ':used', page[3]) or 0) >= tonumber(ARGV[4]) then use(id, page[3], ARGV[3]) end
`;

/** ARGV: time, id, keep ms, ms between notes of use. Returns nothing, or meta, time fetched, bytes. */
export const GET_SCRIPT = `${look("redis.call('GET', p .. ':bytes:' .. page[3])")}
return {page[1], page[2], bytes}
`;

/** The same without the bytes, which must be there. */
export const FIND_SCRIPT = `${look("redis.call('EXISTS', p .. ':bytes:' .. page[3]) == 1")}
return {page[1], page[2]}
`;

/**
 * ARGV: time, id, keep ms, digest, meta, time fetched, bytes, size, bound. The least recently used bytes make room;
 * an index that the server's own eviction took away is begun anew.
 */
export const PUT_SCRIPT = `${COMMON}
local id, keep, digest, size, bound = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[8]), tonumber(ARGV[9])
-- A server out of memory refuses a script by its first write only if that may use memory, as a removal may not.
redis.call('HINCRBY', p .. ':sizes', 'total', 0)
redis.call('PEXPIRE', p .. ':sizes', keep)
drop_page(id)
for _, old in ipairs(redis.call('ZRANGEBYSCORE', p .. ':used', '-inf', now - keep, 'LIMIT', 0, 20)) do
  drop_bytes(old)
end
if size > bound then return 0 end
if redis.call('EXISTS', p .. ':bytes:' .. digest) == 0 or redis.call('HEXISTS', p .. ':sizes', digest) == 0 then
  drop_bytes(digest)
  redis.call('SET', p .. ':bytes:' .. digest, ARGV[7])
  redis.call('HSET', p .. ':sizes', digest, size)
  redis.call('HINCRBY', p .. ':sizes', 'total', size)
end
redis.call('HSET', p .. ':page:' .. id, 'meta', ARGV[5], 'digest', digest, 'at', ARGV[6])
redis.call('SADD', p .. ':refs:' .. digest, id)
use(id, digest, keep)
while tonumber(redis.call('HGET', p .. ':sizes', 'total')) > bound do
  local oldest = redis.call('ZRANGE', p .. ':used', 0, 1)
  local out = oldest[1] == digest and oldest[2] or oldest[1]
  if out then
    drop_bytes(out)
  else
    redis.call('DEL', p .. ':sizes')
    redis.call('HSET', p .. ':sizes', digest, size, 'total', size)
  end
end
return 1
`;

/** ARGV: time, id, keep ms, time fetched. */
export const TOUCH_SCRIPT = `${COMMON}
local digest = redis.call('HGET', p .. ':page:' .. ARGV[2], 'digest')
if digest then
  redis.call('HSET', p .. ':page:' .. ARGV[2], 'at', ARGV[4])
  use(ARGV[2], digest, ARGV[3])
end
`;

/** ARGV: time, id. */
export const DELETE_SCRIPT = `${COMMON}
drop_page(ARGV[2])
`;

/** How long a claim's key outlives what it says, in milliseconds. */
const CLAIM_REST_MS = 60_000;

/** ARGV: time, id, holder, ms to hold, who was followed or ''. Returns the state and the holder or failure. */
export const CLAIM_SCRIPT = `${COMMON}
local key = p .. ':claim:' .. ARGV[2]
local claim = redis.call('HMGET', key, 'holder', 'until', 'failure')
if claim[1] and tonumber(claim[2]) > now then
  if not claim[3] and claim[1] ~= ARGV[3] then return {'taken', claim[1]} end
  if claim[3] and claim[1] == ARGV[5] then return {'failed', claim[3]} end
end
redis.call('DEL', key)
redis.call('HSET', key, 'holder', ARGV[3], 'until', now + ARGV[4])
redis.call('PEXPIRE', key, ARGV[4] + ${CLAIM_REST_MS})
return {'mine', ''}
`;

/** ARGV: time, id, holder, failure or '', ms to tell it. */
export const RELEASE_SCRIPT = `${COMMON}
local key = p .. ':claim:' .. ARGV[2]
if redis.call('HGET', key, 'holder') ~= ARGV[3] then return end
if ARGV[4] == '' then
  redis.call('DEL', key)
else
  redis.call('HSET', key, 'failure', ARGV[4], 'until', now + ARGV[5])
  redis.call('PEXPIRE', key, ARGV[5] + ${CLAIM_REST_MS})
end
`;
