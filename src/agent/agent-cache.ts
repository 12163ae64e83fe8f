const MAX_AGENT_LENGTH = 512;

/** The part of a User-Agent that is parsed. No browser sends a longer one; parsing more would only cost time. */
export function truncateAgent(userAgent: string): string {
  return userAgent.length > MAX_AGENT_LENGTH ? userAgent.slice(0, MAX_AGENT_LENGTH) : userAgent;
}

/**
 * Caches the results of `read` for up to `limit` User-Agents, then starts over: a few thousand agents make up nearly all
 * visits. Only the beginning of a long agent is read.
 */
export function cacheByAgent<Answer extends string | object>(
  limit: number,
  read: (agent: string) => Answer,
): (userAgent: string) => Answer {
  const known = new Map<string, Answer>();
  return (userAgent) => {
    // Not cached: a slice keeps the whole text in memory.
    if (userAgent.length > MAX_AGENT_LENGTH) return read(truncateAgent(userAgent));
    let answer = known.get(userAgent);
    if (answer === undefined) {
      answer = read(userAgent);
      if (known.size >= limit) known.clear();
      known.set(userAgent, answer);
    }
    return answer;
  };
}
