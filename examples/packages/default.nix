# SPDX-License-Identifier: Apache-2.0
{ lib, stdenv, fetchurl, cmake, cjson }:

stdenv.mkDerivation rec {
  pname = "aicalc";
  version = "1.1.0";
  src = fetchurl {
    url = "https://example.org/aicalc-${version}-source.tar.gz";
    sha256 = lib.fakeSha256;
  };
  nativeBuildInputs = [ cmake ];
  buildInputs = [ cjson ];
  cmakeFlags = [ "-DAICALC_TESTS=OFF" ];
  doInstallCheck = true;
  installCheckPhase = "$out/bin/aicalc kvcache --model llama-3.1-70b --context 128Ki";
  meta = with lib; {
    description = "Calculators for sizing AI infrastructure";
    license = licenses.asl20;
    mainProgram = "aicalc";
    platforms = platforms.unix;
  };
}
