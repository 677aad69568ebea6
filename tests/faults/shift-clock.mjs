// Loaded into a process under test: its wall clock goes an hour forward at SIGUSR2, and an hour back at the next one.
const HOUR_MS = 3_600_000;
const real = Date.now;
let shiftMs = 0;
Date.now = () => real() + shiftMs;
process.on('SIGUSR2', () => {
  shiftMs = shiftMs === 0 ? HOUR_MS * Number(process.env.PAGEMARK_TEST_SHIFT) : 0;
});
