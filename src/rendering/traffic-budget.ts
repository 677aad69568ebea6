/** What one render may receive and send and how many connections it may make, over all of its requests. */
export interface TrafficLimits {
  /** Bytes from upstreams, TLS and header fields included. */
  readonly maxBytes: number;
  /** Bytes to upstreams: a page must not use the service to flood others. */
  readonly maxSentBytes: number;
  readonly maxConnections: number;
}

/** Counts the traffic of one render. Once it is spent it stays spent. */
export interface TrafficBudget {
  /** Counts received bytes; false when they are more than are left. */
  receive(bytes: number): boolean;
  /** Counts sent bytes; false when they are more than are left. */
  send(bytes: number): boolean;
  /** Counts a connection; false when there are none left. */
  connect(): boolean;
  readonly spent: boolean;
}

/** A budget that nothing has been taken from yet. `onSpent` runs once, when the first thing is refused. */
export function createTrafficBudget(limits: TrafficLimits, onSpent: () => void): TrafficBudget {
  let bytesLeft = limits.maxBytes;
  let sentLeft = limits.maxSentBytes;
  let connectionsLeft = limits.maxConnections;
  let spent = false;
  const refuse = (): boolean => {
    if (!spent) {
      spent = true;
      onSpent();
    }
    return false;
  };
  return {
    receive(bytes) {
      bytesLeft -= bytes;
      return !spent && bytesLeft >= 0 ? true : refuse();
    },
    send(bytes) {
      sentLeft -= bytes;
      return !spent && sentLeft >= 0 ? true : refuse();
    },
    connect() {
      connectionsLeft -= 1;
      return !spent && connectionsLeft >= 0 ? true : refuse();
    },
    get spent() {
      return spent;
    },
  };
}
