/**
 * Both windows of a subject in one atomic step, on the clock of the Redis server; and the calls of a key, by day.
 *
 * KEYS: time of the last admission; sorted set of the minute (every admission by time); sorted set of the hour
 * (unpaid ones), and one of the paid ones, so that they can be given back as long; what is added to the server's clock to make
 * up for steps of it, shared by all subjects. Where the calls of a key are counted: the hash of its counter, and the set of the
 * counters that changed since they were collected.
 * ARGV: `admit`, `paid`, `back` or `peek`; calls per minute; calls per hour; id of the admission; time in
 * milliseconds in place of the server's, or ''; claim, tolerance and skew of a `clockWitness`, the claim or ''; calls
 * per month of the key, or ''; the first day of a month and the calls of the key in it that other counters have, or ''.
 * Returns: 1 admitted, 2 refused by the minute, 3 by the hour, 4 by the month, 5 undecided because the last two arguments are
 * needed for this month, 0 neither; wait until the call is admitted; calls counted in the minute and the hour; milliseconds
 * until the oldest leaves either; the time; the skew; with calls per month the first day of the month, the calls of the key in
 * it, milliseconds until it ends; with 5 the name of the counter or ''.
 *
 * Fields of a counter: `source`, its name; `n` and `b` with a day, calls admitted and given back on it, both of which only
 * grow; `before` with the first day of a month, the calls that other counters have; `changes`; `kept`, a day before which
 * all was collected. A counter lives for 40 days after its last new day: longer than a month.
 *
 * The id comes from the caller, so a step repeated after a lost answer counts once. A claim corrects the clock when it
 * was set. To hold it back, the caller must know the latest correction: one that is proved wrong by another caller's
 * later claim (its own machine stood still) gives way instead of insisting.
 */
export const WINDOW_SCRIPT = `
local mode, per_minute, per_hour, id = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local clock, claim = tonumber(ARGV[5]), tonumber(ARGV[6])
local counter, quota, day_ms = KEYS[6], tonumber(ARGV[9]), 86400000
if not clock then
  local time = redis.call('TIME')
  clock = time[1] * 1000 + math.floor(time[2] / 1000)
end
local skew = tonumber(redis.call('GET', KEYS[5]) or '0')
clock = clock + skew
if claim then
  local ahead, tolerance = clock - claim, tonumber(ARGV[7])
  if ahead < -tolerance or (ahead > tolerance and skew == tonumber(ARGV[8])) then
    clock, skew = claim, skew - ahead
    redis.call('SET', KEYS[5], string.format('%.0f', skew))
  end
end
local now = math.max(clock, tonumber(redis.call('GET', KEYS[1]) or '0'))

local function count(kind, at)
  local field = kind .. math.floor(at / day_ms)
  if redis.call('HINCRBY', counter, field, 1) == 1 then
    redis.call('HSETNX', counter, 'source', id)
    redis.call('PEXPIRE', counter, 40 * day_ms)
  end
  redis.call('HINCRBY', counter, 'changes', 1)
  redis.call('SADD', KEYS[7], counter)
end

if mode == 'back' then
  local at = false
  for set = 2, 4 do
    at = at or redis.call('ZSCORE', KEYS[set], id)
    redis.call('ZREM', KEYS[set], id)
  end
  if at and counter then count('b', tonumber(at)) end
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 60000)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - 3600000)
local minute, hour = redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3])

local function leaves(key, rank, window)
  local entry = redis.call('ZRANGE', key, rank, rank, 'WITHSCORES')
  return entry[2] and (entry[2] + window - clock) or 0
end

-- Day of the month of a day since 1970, from 0; Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days.
local function day_of_month(day)
  local doe = (day + 719468) % 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
  local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
  local month = math.floor((5 * doy + 2) / 153)
  return doy - math.floor((153 * month + 2) / 5)
end

local function calls_from(first)
  local fields = {}
  for day = first, first + 30 do
    fields[#fields + 1] = 'n' .. day
    fields[#fields + 1] = 'b' .. day
  end
  local calls = 0
  for i, figure in ipairs(redis.call('HMGET', counter, unpack(fields))) do
    if figure then calls = calls + (i % 2 == 1 and figure or -figure) end
  end
  return calls
end

local answer, wait, month, month_calls, month_ms, source = 0, 0, 0, 0, 0, ''
if quota and mode ~= 'back' then
  local day = math.floor(now / day_ms)
  month = day - day_of_month(day)
  local following = month + 31
  month_ms = (following - day_of_month(following)) * day_ms - clock
  if ARGV[10] ~= '' and redis.call('HSETNX', counter, 'before' .. ARGV[10], ARGV[11]) == 1 then
    redis.call('PEXPIRE', counter, 40 * day_ms)
  end
  local before = redis.call('HGET', counter, 'before' .. month)
  if before then
    month_calls = before + calls_from(month)
  else
    answer, source = 5, redis.call('HGET', counter, 'source') or ''
  end
end
if answer == 0 and (mode == 'admit' or mode == 'paid') then
  local over_minute = minute - per_minute
  local over_hour = mode == 'paid' and -1 or hour - per_hour
  if redis.call('ZSCORE', KEYS[2], id) then
    answer = 1
  elseif quota and month_calls >= quota then
    answer, wait = 4, month_ms
  elseif over_minute < 0 and over_hour < 0 then
    answer = 1
    local ahead = now - clock
    local long = mode == 'paid' and KEYS[4] or KEYS[3]
    redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', 3600000 + ahead)
    redis.call('ZADD', KEYS[2], now, id)
    redis.call('PEXPIRE', KEYS[2], 60000 + ahead)
    redis.call('ZADD', long, now, id)
    redis.call('PEXPIRE', long, 3600000 + ahead)
    minute = minute + 1
    if mode == 'admit' then hour = hour + 1 end
    if mode == 'paid' then redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - 3600000) end
    if counter then count('n', now) end
  else
    answer = over_minute >= 0 and 2 or 3
    if over_minute >= 0 then wait = leaves(KEYS[2], over_minute, 60000) end
    if over_hour >= 0 then wait = math.max(wait, leaves(KEYS[3], over_hour, 3600000)) end
  end
end
return {
  answer, wait, minute, hour, leaves(KEYS[2], 0, 60000), leaves(KEYS[3], 0, 3600000), clock, skew,
  month, month_calls, month_ms, source
}
`;
