import type { Principal } from '../core/principal.ts';
import type { EndpointAnswer, EndpointInput, EndpointName } from '../http/endpoint-caller.ts';
import type { Route } from '../http/route.ts';
import type { describeResult, ToolArguments } from './tool-schema.ts';
import type { McpTool } from './tools.ts';

/** One request of an agent: who sends it, and how endpoints are called for it. */
export interface AgentSession {
  caller: Principal;
  requestId: string;
  call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<EndpointAnswer<Name>>;
  routeOf(name: EndpointName): Route;
  argumentsOf(tool: McpTool): ToolArguments;
  resultOf(tool: McpTool): ReturnType<typeof describeResult>;
  /** The text for an error, and how to log it if it is a bug. */
  explain(error: unknown): string;
}
