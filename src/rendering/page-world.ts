import type { CDPSession, Frame, Page } from 'playwright-core';
import { lazyFor } from '../core/lazy.ts';

/** A frame of a tree that the browser tells of (DevTools protocol, `Page.FrameTree`). */
interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

/** Where a frame is: the session that has the frame, and the frame's name there. */
interface Place {
  readonly session: CDPSession;
  readonly tree: FrameTree;
}

/** A world in which functions run, of one document of a frame. */
interface World {
  readonly session: CDPSession;
  readonly executionContextId: number;
}

/**
 * Runs functions in frames of one page, in a world of their own: they see the document, and built-ins that no script of the page has
 * changed. Functions refer to nothing outside themselves. Rejects as the browser does: between two documents, for one.
 */
export class PageWorld {
  readonly #page: Page;
  readonly #worlds = new Map<Frame, World>();
  readonly #sessionOf = lazyFor((target: Page | Frame) => this.#page.context().newCDPSession(target));

  constructor(page: Page) {
    this.#page = page;
  }

  /** The function `first`, as text, runs ahead of the task, with nothing of the page in between. */
  async run<Arg, Result>(
    frame: Frame,
    task: (arg: Arg) => Result | Promise<Result>,
    arg: Arg,
    first?: string,
  ): Promise<Result> {
    const known = this.#worlds.get(frame);
    const world = known ?? (await this.#worldOf(frame));
    this.#worlds.set(frame, world);
    const { session, executionContextId } = world;
    try {
      const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: first === undefined ? `${task}` : `(arg) => ((${first})(arg), (${task})(arg))`,
        executionContextId,
        arguments: [{ value: arg }],
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? 'it threw');
      return result.value as Result;
    } catch (error) {
      // A world ends with its document.
      this.#worlds.delete(frame);
      if (known === undefined || !/Cannot find context/.test(String(error))) throw error;
      return this.run(frame, task, arg, first);
    }
  }

  async #worldOf(frame: Frame): Promise<World> {
    const { session, tree } = await this.#placeOf(frame);
    const world = { frameId: tree.frame.id, worldName: 'pagemark', grantUniveralAccess: true };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    return { session, executionContextId };
  }

  /**
   * The whole number of 32 bits that an expression gives in the world of the page's own scripts, which may say what they like, but
   * nothing long; 0 where it throws.
   */
  async hint(expression: string): Promise<number> {
    const session = await this.#sessionOf(this.#page);
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(() => { try { return (${expression}) | 0 } catch { return 0 } })()`,
      returnByValue: true,
      silent: true,
    });
    return Number(result.value);
  }

  /** A frame of another site has a process and a session of its own; others are found among the frames around them. */
  async #placeOf(frame: Frame): Promise<Place> {
    const parent = frame.parentFrame();
    const own = await this.#sessionOf(parent === null ? this.#page : frame).catch(() => null);
    if (own !== null) return { session: own, tree: (await own.send('Page.getFrameTree')).frameTree };
    const { session, tree } = await this.#placeOf(parent!);
    const alike = parent!.childFrames().filter((one) => one.url() === frame.url());
    const children = tree.childFrames?.filter(({ frame: { url } }) => url === frame.url()) ?? [];
    const place = children[alike.indexOf(frame)];
    if (place === undefined) throw new Error('the frame is gone');
    return { session, tree: place };
  }
}
