import { convertTask } from './convert-task.ts';
import { serveTasks } from './serve-tasks.ts';
import { warmTasks, warmUp } from './warm-up.ts';

export { convertTask, warmTasks, warmUp };

/** What a worker thread does from its start on. Before it says that it is ready it warms up: a cold one never meets a user. */
export async function serveWorker(): Promise<void> {
  await warmUp();
  serveTasks(convertTask, warmTasks);
}
