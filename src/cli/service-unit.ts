/** The paths and the user of one installation. */
export interface ServicePlaces {
  /** Absolute path of the program. */
  program: string;
  /** Absolute path of DATA_DIR. */
  dataDir: string;
  /** File with the other settings, one NAME=value per line. */
  environmentFile: string;
  /** Account that runs the server. */
  user: string;
}

/** The first line of every unit that this program writes. */
export const UNIT_MARK = '# Written by `signpost install-service`.';

function isBelow(folders: string[], { program, dataDir }: ServicePlaces): boolean {
  return [program, dataDir].some((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** systemd creates a folder directly below /var/lib with the right owner; any other one must exist. */
export function isStateDirectory(dataDir: string): boolean {
  return /^\/var\/lib\/[\w.-]+$/.test(dataDir);
}

function dataLine({ dataDir }: ServicePlaces): string {
  if (!isStateDirectory(dataDir)) return `ReadWritePaths=${dataDir}`;
  return `StateDirectory=${dataDir.slice('/var/lib/'.length)}\nStateDirectoryMode=0700`;
}

/**
 * The systemd unit of an installation. The server can write to DATA_DIR only, and has no privilege but to listen on ports below 1024. Memory that is both writable and
 * executable stays allowed, because the JavaScript engine compiles code at run time.
 */
export function formatServiceUnit(places: ServicePlaces): string {
  const { program, dataDir, environmentFile, user } = places;
  return `${UNIT_MARK}
# To change something, use \`systemctl edit signpost\`: this file is replaced by the next \`signpost install-service\`.

[Unit]
Description=Signpost link management
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=${user}
ExecStart=${program} serve
# Settings such as BASE_URL, one NAME=value per line. It may contain secrets: only root needs to read it.
EnvironmentFile=-${environmentFile}
Environment=DATA_DIR=${dataDir}
${dataLine(places)}
Restart=always
RestartSec=1
# The first process stops the others.
KillMode=mixed
TimeoutStopSec=30
LimitNOFILE=65536
UMask=0077

# With HTTPS=auto the server listens on ports 80 and 443. It has no other capability.
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=${isBelow(['/home', '/root'], places) ? 'read-only' : 'yes'}
PrivateTmp=${isBelow(['/tmp', '/var/tmp'], places) ? 'no' : 'yes'}
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}
