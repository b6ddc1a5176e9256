/*
 * The Lua scripts of the protocol (DESIGN.md section 6), one per step. What they have in common is put in front of each
 * when the module starts. All names are in KEYS, everything else in ARGV.
 *
 * Errors of commands are caught, so that a script can say which name was to blame and can always drop its lock.
 */
#ifndef STAMPEDE_REDIS_SCRIPTS_H
#define STAMPEDE_REDIS_SCRIPTS_H

#define SCRIPT_COMMON \
	/* before Redis 7 what the script engine refuses itself says so, and where: "@user_script: 2: -OOM command …\r\n" */ \
	"local function plain(err)\n" \
	"  return (err:gsub('^@?user_script:%s*%d+:%s*%-?', ''):gsub('%s+$', ''))\n" \
	"end\n" \
	/* a command whose error ends the script, naming the key */ \
	"local function try(command, key, ...)\n" \
	"  local reply = redis.pcall(command, key, ...)\n" \
	"  if type(reply) == 'table' and reply.err then error(plain(reply.err) .. ' [' .. command .. ' ' .. key .. ']', 0) end\n" \
	"  return reply\n" \
	"end\n" \
	"local function stamp_ok(v) return not v or (#v == 16 and v:find('[^0]') and not v:find('[^0-9a-f]')) end\n" \
	"local function number_ok(v) return not v or (#v < 17 and v:find('^[1-9][0-9]*$')) end\n" \
	/* i, s, h, s:l, h:l, f:l, a:l; seven times false when there is no usable record */ \
	"local function record(key, l)\n" \
	"  local g = try('HMGET', key, 'i', 's', 'h', 's:' .. l, 'h:' .. l, 'f:' .. l, 'a:' .. l)\n" \
	"  local ok = g[1] and number_ok(g[6]) and number_ok(g[7])\n" \
	"  for n = 1, 5 do ok = ok and stamp_ok(g[n]) end\n" \
	"  return ok and g or {false, false, false, false, false, false, false}\n" \
	"end\n" \
	/* never shortens the record's life; 0 = for ever */ \
	"local function lengthen(key, life)\n" \
	"  local left = try('PTTL', key)\n" \
	"  if life == 0 then try('PERSIST', key)\n" \
	"  elseif left >= 0 and left < life then try('PEXPIRE', key, life) end\n" \
	"end\n" \
	/* a new number for a build or put; makes the record where there is none, or where it has grown too large */ \
	"local function begin(key, l, g, incarnation, life)\n" \
	/* after a write that is always allowed, Redis lets the few bytes of a number and a lock through when out of memory */ \
	"  redis.pcall('HDEL', key, '')\n" \
	"  if not g[1] or try('HLEN', key) > 4096 then\n" \
	"    try('DEL', key)\n" \
	"    try('HSET', key, 'i', incarnation)\n" \
	"    try('PEXPIRE', key, math.max(life, 1000))\n" \
	"    g = {incarnation, false, false, false, false, false, false}\n" \
	"  end\n" \
	"  local now = redis.call('TIME')\n" \
	"  local n = math.max(tonumber(g[6] or 0), tonumber(g[7] or 0), now[1] * 1000000 + now[2]) + 1\n" \
	"  try('HSET', key, 'a:' .. l, string.format('%.0f', n))\n" \
	"  lengthen(key, life)\n" \
	"  return g, string.format('%.0f', n)\n" \
	"end\n" \
	/* drops the lock if it is still ours, and wakes the waiters; whatever has happened before */ \
	"local function hand_over(lock, done, token, outcome)\n" \
	"  local dropped = 0\n" \
	"  if redis.pcall('GET', lock) == token then dropped = redis.pcall('DEL', lock) end\n" \
	"  redis.pcall('XADD', done, '*', 'outcome', outcome)\n" \
	"  redis.pcall('PEXPIRE', done, 30000)\n" \
	"  return dropped\n" \
	"end\n" \
	"local function guarded(body)\n" \
	"  local ok, reply = pcall(body)\n" \
	"  if ok then return reply end\n" \
	"  return {err = plain(tostring(type(reply) == 'table' and reply.err or reply))}\n" \
	"end\n"

/*
 * KEYS generation live stale lock done:<token>
 * ARGV locale token lease incarnation record_life refresh('0'|'1') seen_i seen_f copies('1', or '0': they lie elsewhere)
 * → {'stored', g, live} | {'won', g, number} | {'busy', g, stale, owner, lease left}
 */
#define SCRIPT_ARBITRATE \
	"local l, token, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])\n" \
	"local function copy(key) return ARGV[9] == '1' and try('GET', key) end\n" \
	"return guarded(function()\n" \
	"  if redis.call('EXISTS', KEYS[5]) == 1 then\n" \
	"    error('STAMPEDE this build is over: a repeated arbitrate came late', 0)\n" \
	"  end\n" \
	"  local g = record(KEYS[1], l)\n" \
	"  if ARGV[6] == '0' and g[1] and g[6] and (g[1] ~= ARGV[7] or g[6] ~= ARGV[8]) then\n" \
	"    return {'stored', g, copy(KEYS[2])}\n" \
	"  end\n" \
	"  local owner = try('GET', KEYS[4])\n" \
	"  if owner and owner ~= token then\n" \
	"    local left = redis.call('PTTL', KEYS[4])\n" \
	"    if left < 0 then\n" \
	"      try('PEXPIRE', KEYS[4], lease)\n" \
	"      left = lease\n" \
	"    end\n" \
	"    return {'busy', g, copy(KEYS[3]), owner, left}\n" \
	"  end\n" \
	"  local number\n" \
	"  g, number = begin(KEYS[1], l, g, ARGV[4], tonumber(ARGV[5]))\n" \
	"  try('SET', KEYS[4], token, 'PX', lease)\n" \
	"  return {'won', g, number}\n" \
	"end)\n"

/*
 * KEYS generation live stale lock done:<token>
 * ARGV locale token('' = put) i s h s:l h:l number as_stale('0'|'1') blob live_life stale_life record_life part
 * → {'filled'|'late'|'rejected'|'superseded'|'failed', dropped, why it failed}
 * part: 'all', or where the copies lie elsewhere first 'check', which writes nothing, and 'commit' when they are written.
 */
#define SCRIPT_FILL \
	"local l, token, number, part = ARGV[1], ARGV[2], tonumber(ARGV[8]), ARGV[14]\n" \
	"local function own(key)\n" \
	"  local kind = redis.call('TYPE', key).ok\n" \
	"  if kind ~= 'none' and kind ~= 'string' then error('WRONGTYPE not a string [' .. key .. ']', 0) end\n" \
	"end\n" \
	"local function store(key, life)\n" \
	"  if life == 0 then try('SET', key, ARGV[10]) else try('SET', key, ARGV[10], 'PX', life) end\n" \
	"end\n" \
	"local outcome = 'rejected'\n" \
	"local ok, why = pcall(function()\n" \
	"  local g = record(KEYS[1], l)\n" \
	"  if g[1] ~= ARGV[3] or (g[3] or '') ~= ARGV[5] or (g[5] or '') ~= ARGV[7] then return end\n" \
	"  if tonumber(g[6] or 0) > number then\n" \
	"    outcome = 'superseded'\n" \
	"    return\n" \
	"  end\n" \
	"  local fresh = ARGV[9] == '0' and (g[2] or '') == ARGV[4] and (g[4] or '') == ARGV[6]\n" \
	"  if part == 'all' then\n" \
	"    own(KEYS[2])\n" \
	"    own(KEYS[3])\n" \
	"    if fresh then store(KEYS[2], tonumber(ARGV[11])) end\n" \
	"    store(KEYS[3], tonumber(ARGV[12]))\n" \
	"  end\n" \
	"  if part ~= 'check' then\n" \
	/* as in begin(): out of memory, Redis lets the few bytes of a number through */ \
	"    if part == 'commit' then redis.pcall('HDEL', KEYS[1], '') end\n" \
	"    try('HSET', KEYS[1], 'f:' .. l, ARGV[8])\n" \
	"    lengthen(KEYS[1], tonumber(ARGV[13]))\n" \
	"  end\n" \
	"  outcome = fresh and 'filled' or 'late'\n" \
	"end)\n" \
	"if not ok then\n" \
	/* not a primary any more: nothing can be written here, the client asks again elsewhere */ \
	"  if why:find('^READONLY') then return {err = why} end\n" \
	"  outcome = 'failed'\n" \
	/* a put that cannot be stored must not leave the older value looking fresh; DEL is allowed when out of memory */ \
	"  if token == '' and part == 'all' and why:sub(1, 9) ~= 'WRONGTYPE' then redis.pcall('DEL', KEYS[2], KEYS[3]) end\n" \
	"end\n" \
	"local dropped, goes_on = 0, part == 'check' and (outcome == 'filled' or outcome == 'late')\n" \
	"if token ~= '' and not goes_on then dropped = hand_over(KEYS[4], KEYS[5], token, outcome) end\n" \
	"return {outcome, dropped, ok and '' or why}\n"

/* KEYS lock done:<token>  ARGV token outcome  → dropped */
#define SCRIPT_ABANDON \
	"return hand_over(KEYS[1], KEYS[2], ARGV[1], ARGV[2])\n"

/*
 * KEYS lock generation done:<token>  ARGV token lease record_life
 * → 1, or 0 when somebody else has the lock or the build is over (a repeated extend came late)
 */
#define SCRIPT_EXTEND \
	"return guarded(function()\n" \
	"  if redis.call('EXISTS', KEYS[3]) == 1 then return 0 end\n" \
	"  local owner = try('GET', KEYS[1])\n" \
	"  if owner and owner ~= ARGV[1] then return 0 end\n" \
	"  try('SET', KEYS[1], ARGV[1], 'PX', tonumber(ARGV[2]))\n" \
	"  lengthen(KEYS[2], tonumber(ARGV[3]))\n" \
	"  return 1\n" \
	"end)\n"

/* KEYS generation  ARGV locale incarnation record_life  → {g, number} */
#define SCRIPT_BEGIN \
	"return guarded(function()\n" \
	"  local g, number = begin(KEYS[1], ARGV[1], record(KEYS[1], ARGV[1]), ARGV[2], tonumber(ARGV[3]))\n" \
	"  return {g, number}\n" \
	"end)\n"

/*
 * KEYS generation  ARGV stamp fields(separated by spaces) ['known']
 * → 1, or 0 when there is no record; known: the fields a:<locale> of the record, separated by spaces
 * Deleting the record invalidates more than was asked, and is allowed when the server is out of memory.
 */
#define SCRIPT_INVALIDATE \
	"return guarded(function()\n" \
	"  local known = {}\n" \
	"  if ARGV[3] then\n" \
	"    for _, field in ipairs(try('HKEYS', KEYS[1])) do\n" \
	"      if field:find('^a:') then known[#known + 1] = field end\n" \
	"    end\n" \
	"  end\n" \
	"  local function done(n) return ARGV[3] and table.concat(known, ' ') or n end\n" \
	"  if not try('HGET', KEYS[1], 'i') then return done(0) end\n" \
	"  for field in ARGV[2]:gmatch('%S+') do\n" \
	"    local reply = redis.pcall('HSET', KEYS[1], field, ARGV[1])\n" \
	"    if type(reply) == 'table' and reply.err then\n" \
	"      try('DEL', KEYS[1])\n" \
	"      return done(1)\n" \
	"    end\n" \
	"  end\n" \
	"  return done(1)\n" \
	"end)\n"

#endif /* STAMPEDE_REDIS_SCRIPTS_H */
