/**
 * Both windows of a subject in one atomic step, on the clock of the Redis server.
 *
 * KEYS: time of the last admission; sorted set of the minute (every admission by time); sorted set of the hour
 * (unpaid ones); what is added to the server's clock to make up for steps of it. The fourth is shared by all subjects.
 * ARGV: `admit`, `paid`, `back` or `peek`; calls per minute; calls per hour; id of the admission; time in
 * milliseconds in place of the server's, or ''; claim, tolerance and skew of a `ClockWitness`, the claim or ''.
 * Returns: 1 admitted, 2 refused by the minute, 3 by the hour, 0 neither; wait until the call is admitted; calls
 * counted in the minute and the hour; milliseconds until the oldest leaves either; the time; the skew.
 *
 * The id comes from the caller, so a step repeated after a lost answer counts once. A claim corrects the clock when it
 * was set. To hold it back, the caller must know the latest correction: one that is proved wrong by another caller's
 * later claim (its own machine stood still) gives way instead of insisting.
 */
export const WINDOW_SCRIPT = `
local mode, per_minute, per_hour, id = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local clock, claim = tonumber(ARGV[5]), tonumber(ARGV[6])
if not clock then
  local time = redis.call('TIME')
  clock = time[1] * 1000 + math.floor(time[2] / 1000)
end
local skew = tonumber(redis.call('GET', KEYS[4]) or '0')
clock = clock + skew
if claim then
  local ahead, tolerance = clock - claim, tonumber(ARGV[7])
  if ahead < -tolerance or (ahead > tolerance and skew == tonumber(ARGV[8])) then
    clock, skew = claim, skew - ahead
    redis.call('SET', KEYS[4], string.format('%.0f', skew))
  end
end
local now = math.max(clock, tonumber(redis.call('GET', KEYS[1]) or '0'))
if mode == 'back' then
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 60000)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - 3600000)
local minute, hour = redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3])

local function leaves(key, rank, window)
  local entry = redis.call('ZRANGE', key, rank, rank, 'WITHSCORES')
  return entry[2] and (entry[2] + window - clock) or 0
end

local answer, wait = 0, 0
if mode == 'admit' or mode == 'paid' then
  local over_minute = minute - per_minute
  local over_hour = mode == 'paid' and -1 or hour - per_hour
  if redis.call('ZSCORE', KEYS[2], id) then
    answer = 1
  elseif over_minute < 0 and over_hour < 0 then
    answer = 1
    local ahead = now - clock
    redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', 3600000 + ahead)
    redis.call('ZADD', KEYS[2], now, id)
    redis.call('PEXPIRE', KEYS[2], 60000 + ahead)
    minute = minute + 1
    if mode == 'admit' then
      redis.call('ZADD', KEYS[3], now, id)
      redis.call('PEXPIRE', KEYS[3], 3600000 + ahead)
      hour = hour + 1
    end
  else
    answer = over_minute >= 0 and 2 or 3
    if over_minute >= 0 then wait = leaves(KEYS[2], over_minute, 60000) end
    if over_hour >= 0 then wait = math.max(wait, leaves(KEYS[3], over_hour, 3600000)) end
  end
end
return {answer, wait, minute, hour, leaves(KEYS[2], 0, 60000), leaves(KEYS[3], 0, 3600000), clock, skew}
`;
