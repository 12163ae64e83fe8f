const MAX_AGENT_LENGTH = 512;

/** As much of an agent as is ever looked at: no browser says more, and what is longer is made to cost time. */
export function truncateAgent(userAgent: string): string {
  return userAgent.length > MAX_AGENT_LENGTH ? userAgent.slice(0, MAX_AGENT_LENGTH) : userAgent;
}

/**
 * Answers as `read` does of the beginning of an agent, and keeps the answers of so many agents, then begins anew: a few
 * thousand make up nearly all visits.
 */
export function cacheByAgent<Answer extends string | object>(
  limit: number,
  read: (agent: string) => Answer,
): (userAgent: string) => Answer {
  const known = new Map<string, Answer>();
  return (userAgent) => {
    // Not kept: the beginning of a text holds the whole of it in memory.
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
