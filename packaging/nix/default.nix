# Built from these sources: nix-build packaging/nix
{ pkgs ? import <nixpkgs> { } }:

let
  project = (pkgs.lib.importTOML ../../pyproject.toml).project;
in
pkgs.python3Packages.buildPythonApplication {
  pname = "caravan-tui";
  inherit (project) version;
  pyproject = true;
  src = pkgs.lib.cleanSource ../..;

  build-system = [ pkgs.python3Packages.hatchling ];

  dependencies = with pkgs.python3Packages; [
    attrs
    click
    filelock
    markdown-it-py
    msgpack
    msgspec
    mypy-extensions
    platformdirs
    rich
    textual
    tomlkit
  ];

  optional-dependencies = with pkgs.python3Packages; {
    ssh = [
      asyncssh
      openskill
    ];
    web = [
      aiohttp
      itsdangerous
      webauthn
    ];
    notices = [ aiohttp ];
    cluster = [
      cryptography
      nats-py
    ];
    metrics = [ prometheus-client ];
  };

  nativeBuildInputs = [ pkgs.installShellFiles ];

  postInstall = ''
    for shell in bash zsh fish; do
      installShellCompletion --cmd caravan-tui "--$shell" <("$out/bin/caravan-tui" completion "$shell")
    done
  '';

  doCheck = false; # the tests need what only `make test` installs
  pythonImportsCheck = [ "caravan_tui" "ai" "saves" ];

  meta = {
    inherit (project) description;
    license = pkgs.lib.licenses.mit;
    mainProgram = "caravan-tui";
  };
}
