const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

/** The User-Agents of the devices in the simulator. */
export const agents = {
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI}`,
  ipad: `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${SAFARI}`,
  androidPhone: `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`,
  androidTablet: `Mozilla/5.0 (Linux; Android 15; Pixel Tablet) ${CHROME} Safari/537.36`,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  macos:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  linux: `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`,
  chromeos: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
  other: '',
};

/** A device in the simulator. */
export type AgentName = keyof typeof agents;
