import { convertTask } from './convert-task.ts';
import { serveTasks } from './serve-tasks.ts';
import { warmTasks, warmUp } from './warm-up.ts';

// Before the worker says that it is ready: a cold one never meets a user.
await warmUp();
serveTasks(convertTask, warmTasks);
