import { ConfigError, readConfig } from '../config/config.ts';
import { embeddedReleases } from '../config/embedded-releases.ts';
import { version } from '../config/version.ts';
import { type Command, UsageError } from './command.ts';
import { isNewerVersion, readReleaseVersion } from './newest-release.ts';

const LIMIT_MS = 10_000;

/** The newest version at the address of the releases. */
async function findNewest(releases: string): Promise<string> {
  const url = `${releases}/latest/download/SHA256SUMS`;
  let text: string;
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the operator chose this address, so it may be a private one.
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!response.ok) throw new Error(`the response is ${response.status}`);
    text = await response.text();
  } catch (error) {
    throw new ConfigError(`The newest version is unknown: ${url} cannot be read (${(error as Error).message}).`);
  }
  const newest = readReleaseVersion(text);
  if (newest === undefined) throw new ConfigError(`The newest version is unknown: ${url} is not a list of releases.`);
  return newest;
}

/** Compares this version with the newest one. Nothing else in the program asks for it, and nothing is installed. */
export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Check for a newer version (--check); this contacts the server with the releases',
  options: {
    check: { type: 'boolean', means: 'Compare this version with the newest one; nothing is installed' },
  },

  async run({ check }) {
    if (!check) {
      throw new UsageError('upgrade only checks: run signpost upgrade --check. docs/upgrading.md says how to upgrade');
    }
    const releases = readConfig().releasesUrl ?? embeddedReleases;
    if (releases === undefined) {
      throw new ConfigError(
        'SIGNPOST_RELEASES is not set, and this program was built without the address of its releases.',
      );
    }
    const newest = await findNewest(releases);
    const isNewer = isNewerVersion(newest, version);
    const text = isNewer
      ? `Signpost ${newest} is available; this is ${version}. docs/upgrading.md says how to upgrade: ${releases}`
      : `Signpost ${version} is the newest version.`;
    return { json: { version, newest, isNewer }, text };
  },
};
