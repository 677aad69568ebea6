import { type Service, startService } from './app.ts';
import { type Config, loadConfig } from './config/config.ts';
import { guardStandardError } from './telemetry/standard-error.ts';

export { loadConfig };

const FORCED_EXIT_CODE = 130;

/**
 * Runs the service in this process until a signal ends it: SIGTERM or SIGINT drains, a second one ends at once. `greet` is
 * called when it listens, before anything is logged. `options`: those of `startService`. Resolves when it is ready.
 */
export async function serve(
  config: Config = loadConfig(process.env),
  greet: (service: Service) => Promise<void> = async () => undefined,
  options?: Parameters<typeof startService>[1],
): Promise<Service> {
  guardStandardError();
  const service = await startService(config, options);
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals > 1) process.exit(FORCED_EXIT_CODE);
    void service.drain().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  await greet(service);
  service.logWarnings();
  await service.ready;
  return service;
}
